import { realpathSync } from "node:fs";

/** The path with every link resolved; a path that cannot be resolved stays as it is. */
export function realPathOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
