import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** A variable that every process of one run inherits, so that none of them can hide. */
export const MARKER = "RUN_MARKER";

/** Ends the processes of a run that are still alive after a moment, and returns their command lines. */
export async function endLeftBehind(marker: string, graceMs = GRACE_MS): Promise<string[]> {
  // A killed group needs a few milliseconds to leave, and nothing tells us when it has.
  const deadline = Date.now() + graceMs;
  let alive = await processesOf(marker);
  while (alive.length > 0 && Date.now() <= deadline) {
    await pause(POLL_MS);
    alive = await processesOf(marker);
  }
  if (alive.length > 0) await killAll(marker);
  return alive.map(({ command }) => command);
}

/** Waits for a process of a run to appear; the limit of the test ends a wait in vain. */
export async function untilRuns(marker: string, command: string | RegExp): Promise<void> {
  const isIt = (each: Process): boolean =>
    typeof command === "string" ? each.command === command : command.test(each.command);
  while (!(await processesOf(marker)).some(isIt)) {
    await pause(POLL_MS);
  }
}

/** Ends whatever is left of a run at once. */
export async function killAll(marker: string): Promise<void> {
  for (const { pid } of await processesOf(marker)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // it went by itself
    }
  }
}

/**
 * The processes of a run, what each of their threads waits for, and what codex stored last, to explain a run
 * that does not end.
 */
export async function describeProcesses(marker: string): Promise<string> {
  const texts = (await processesOf(marker)).map(async ({ pid, command }) => {
    const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
    const waits = tasks.map((task) =>
      readFile(`/proc/${pid}/task/${task}/wchan`, "utf8").catch(() => "?"),
    );
    const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    const home = /(?:^|\0)CODEX_HOME=([^\0]+)/.exec(environment)?.[1] ?? "";
    const stored = command.includes("app-server") ? await lastStored(join(home, "sessions")) : "";
    return `${command} [${(await Promise.all(waits)).join(" ")}] ${stored}`;
  });
  return (await Promise.all(texts)).join("; ");
}

/** The last lines of the threads in a codex home, cut short. */
async function lastStored(sessions: string): Promise<string> {
  const files = await readdir(sessions, { recursive: true }).catch(() => []);
  const rollouts = files.filter((file) => file.endsWith(".jsonl"));
  const ends = rollouts.map(async (file) => {
    const lines = (await readFile(join(sessions, file), "utf8")).trim().split("\n");
    return `${file}: ${lines
      .slice(-3)
      .map((line) => line.slice(0, 200))
      .join(" ")}`;
  });
  return (await Promise.all(ends)).join(" ");
}

const GRACE_MS = 2_000;
const POLL_MS = 20;

interface Process {
  readonly pid: number;
  readonly command: string;
}

/**
 * Living processes only: a zombie has no environment any more. Read synchronously, which takes a
 * tenth of the time: every run of the tests asks.
 */
async function processesOf(marker: string): Promise<Process[]> {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => look(Number(pid), marker))
    .filter((process) => process !== undefined);
}

function look(pid: number, marker: string): Process | undefined {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
    if (!environment.split("\0").includes(`${MARKER}=${marker}`)) return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return { pid, command: command.replaceAll("\0", " ").trim() };
  } catch {
    // gone, or not ours to read
    return undefined;
  }
}
