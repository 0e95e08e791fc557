import { lineProblems, stderrProblems } from "../helpers/lines.js";
import type { Step } from "../helpers/fixture.js";
import { startIn, withFolder } from "../helpers/play.js";

/** How a run on a faulty server ended, and everything that is wrong with it besides. */
export interface Judged {
  readonly exit: number | string | null;
  readonly left: readonly string[];
  readonly problems: readonly string[];
}

/** Runs the built program on a script; the limit of the helper ends a run that does not end. */
export const judged = (steps: readonly Step[], args: readonly string[] = []): Promise<Judged> =>
  withFolder(async (dir) => {
    const running = await startIn(
      dir,
      [{ lenient: true }, ...steps],
      ["run", "--json", ...args, "Go"],
    );
    const { exit, left, stdout, stderr } = await running.done;
    return { exit, left, problems: [...lineProblems(stdout, exit), ...stderrProblems(stderr)] };
  });

/** A run that ended so, and left nothing to complain about. */
export const orderly = (exit: number): Judged => ({ exit, left: [], problems: [] });
