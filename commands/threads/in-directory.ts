import { realPathOrSame } from "../../src/files/real-path.js";

/** Whether a thread is of a directory. The server's own filter knows where it began; this, where it went on. */
export const isFrom = (
  { cwd }: { cwd?: string | null | undefined },
  directory: string | undefined,
): boolean =>
  directory === undefined || cwd === directory || realName(cwd ?? "") === realName(directory);

/** Two names of one directory are one; it may be gone, its threads are not. */
function realName(path: string): string {
  const known = REAL_NAMES.get(path);
  if (known !== undefined) return known;
  const real = realPathOrSame(path);
  REAL_NAMES.set(path, real);
  return real;
}

const REAL_NAMES = new Map<string, string>();
