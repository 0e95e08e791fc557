import { realPathOrSame } from "../../src/files/real-path.js";

/** Whether a thread last ran in a directory. The server's own filter compares where it started. */
export const isFrom = (
  { cwd }: { cwd?: string | null | undefined },
  directory: string | undefined,
): boolean =>
  directory === undefined || cwd === directory || realName(cwd ?? "") === realName(directory);

/** The path with links resolved, cached; unchanged for a directory that no longer exists. */
function realName(path: string): string {
  const known = REAL_NAMES.get(path);
  if (known !== undefined) return known;
  const real = realPathOrSame(path);
  REAL_NAMES.set(path, real);
  return real;
}

const REAL_NAMES = new Map<string, string>();
