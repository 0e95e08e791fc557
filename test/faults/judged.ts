import { lineProblems, stderrProblems } from "../helpers/lines.js";
import type { Step } from "../helpers/fixture.js";
import { startIn, startProcessIn, withFolder } from "../helpers/play.js";

/** How a run on a faulty server ended, and everything that is wrong with it besides. */
export interface Judged {
  readonly exit: number | string | null;
  readonly left: readonly string[];
  readonly problems: readonly string[];
}

/** Runs `main` on a script; the limit of the test ends a run that does not end. */
export const judged = judgeOf(startIn);

/** Runs the built program on a server that is a process, for what only a process shows. */
export const judgedProcess = judgeOf(startProcessIn);

function judgeOf(start: typeof startIn) {
  return (steps: readonly Step[], args: readonly string[] = []): Promise<Judged> =>
    withFolder(async (dir) => {
      const script = [{ lenient: true } as const, ...steps];
      const running = await start(dir, script, ["run", "--json", ...args, "Go"]);
      const { exit, left, stdout, stderr } = await running.done;
      return { exit, left, problems: [...lineProblems(stdout, exit), ...stderrProblems(stderr)] };
    });
}

/** A run that ended so, and left nothing to complain about. */
export const orderly = (exit: number): Judged => ({ exit, left: [], problems: [] });
