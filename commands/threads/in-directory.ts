import { realpathSync } from "node:fs";

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
  let real = path;
  try {
    real = realpathSync(path);
  } catch {
    // Keep the path as given.
  }
  REAL_NAMES.set(path, real);
  return real;
}

const REAL_NAMES = new Map<string, string>();
