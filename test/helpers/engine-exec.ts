import { execa } from "execa";

/** How a run of `codex exec --json` went. */
export interface ExecResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  /** Each line of stdout, parsed. */
  readonly events: unknown[];
}

/** What a single run may change. */
export interface ExecOptions {
  /** Arguments before the word `exec`. */
  readonly before?: readonly string[];
  /** Text for stdin, which is closed otherwise. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

const LIMIT_MS = 60_000;

/** Runs the real codex to its end, or throws with its output when it takes too long. */
export async function execEngine(
  codexPath: string,
  args: readonly string[],
  { before = [], cwd, env, input }: ExecOptions,
): Promise<ExecResult> {
  const child = execa(codexPath, [...before, "exec", "--json", ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    ...(input === undefined ? { stdin: "ignore" } : { input }),
    ...(env === undefined ? {} : { env }),
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    // A process group of its own: the limit can then end its grandchildren as well.
    detached: true,
  });
  let late = false;
  const limit = setTimeout(() => {
    late = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, LIMIT_MS);
  const { stdout, stderr, exitCode } = await child.finally(() => clearTimeout(limit));
  if (late) throw new Error(`codex took over ${LIMIT_MS} ms\n${stdout}\n${stderr}`);
  return { stdout, stderr, exitCode, events: parsedLines(stdout) };
}

const parsedLines = (text: string): unknown[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
