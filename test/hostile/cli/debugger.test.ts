import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { expect, test } from "vitest";

import { ENDING, message, OPENING } from "../../helpers/conversation.js";
import { PLAYED } from "../../helpers/fixture.js";
import { scriptIn, untilHeard, withFolder } from "../../helpers/play.js";
import { BIN, spawnCli, textOf } from "../../helpers/run-cli.js";

/** A check that sends the signal to the program that runs it, and waits until it was looked at. */
const CHECK =
  "kill -s USR1 $PPID; echo signalled >>heard.jsonl; " +
  "while ! test -e looked-at; do sleep 0.02; done";

/** The inodes of all TCP sockets that listen. */
const listening = (): Set<string> =>
  new Set(
    ["/proc/net/tcp", "/proc/net/tcp6"]
      .flatMap((path) => readFileSync(path, "utf8").split("\n").slice(1))
      .map((line) => line.trim().split(/\s+/))
      .flatMap(([, , , state, , , , , , inode]) => (state === "0A" && inode ? [inode] : [])),
  );

/** How many sockets of a process listen. */
function ports(pid: number): number {
  const inodes = listening();
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(linkAt(`/proc/${pid}/fd/${fd}`)) ?? [];
    return inode !== undefined && inodes.has(inode);
  }).length;
}

/** Where a link points; nowhere if the file was closed meanwhile. */
function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/** Opens the debugger once a file is there, as Node does when a signal came before its handler. */
const LATE = `import { existsSync, writeFileSync } from "node:fs";
import inspector from "node:inspector";
const timer = setInterval(() => {
  if (!existsSync("open-it")) return;
  clearInterval(timer);
  inspector.open(0);
  writeFileSync("opened", "");
}, 5);
timer.unref();
`;

/** Waits, without a pause, until a process handles SIGUSR1: first Node does, to open its debugger. */
function untilHandled(pid: number): void {
  for (;;) {
    const [, mask = "0"] =
      /^SigCgt:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    if ((BigInt(`0x${mask}`) & SIGUSR1) !== 0n) return;
  }
}
const SIGUSR1 = 1n << 9n;

interface Attack {
  /** Options of Node's. */
  node?: readonly string[];
  /** A shell command that runs before the sockets are counted. */
  before: string;
  /** Done as soon as there is a process. */
  early?: (pid: number) => void;
}

/** How many ports are open in the middle of a run, and how it ended. */
const attacked = ({ node = [], before, early }: Attack) =>
  withFolder(async (dir) => {
    const env = await scriptIn(dir, [...OPENING, message("Done"), ...ENDING]);
    writeFileSync(join(dir, "late.mjs"), LATE);
    const args = ["run", ...PLAYED, "--json", "--verify", `${before} ${CHECK}`, "Go"] as const;
    const run = spawnCli([process.execPath, ...node, BIN, ...args], ["ignore", "pipe", "pipe"], {
      cwd: dir,
      env,
    });
    early?.(run.child.pid!);
    const stdout = textOf(run.child.stdout as Readable);
    const stderr = textOf(run.child.stderr as Readable);
    await untilHeard(dir, "signalled");
    const open = ports(run.child.pid!);
    writeFileSync(join(dir, "looked-at"), "");
    const last = (await stdout).trim().split("\n").at(-1);
    const { cause } = JSON.parse(last ?? "") as { cause?: unknown };
    return { result: { open, ended: await run.ended, cause }, stderr: await stderr };
  });

const UNHARMED = { open: 0, ended: { exit: 0, left: [] }, cause: "completed" };

test.each([1, 5])(
  "SIGUSR1, sent %d times, opens no debugger, and the run goes on",
  async (times) => {
    const before = "kill -s USR1 $PPID; ".repeat(times - 1);
    expect(await attacked({ before })).toEqual({ result: UNHARMED, stderr: "" });
  },
);

test("a debugger that Node opens long after the program was loaded is closed", async () => {
  const before = "touch open-it; while ! test -e opened; do sleep 0.02; done;";
  const { result } = await attacked({ node: ["--import", "./late.mjs"], before });
  expect(result).toEqual(UNHARMED);
});

test("so is one that a signal opens before the program is loaded", async () => {
  const early = (pid: number) => {
    untilHandled(pid);
    process.kill(pid, "SIGUSR1");
  };
  const { result } = await attacked({ before: "", early });
  expect(result).toEqual(UNHARMED);
});
