import { realpathSync } from "node:fs";
import { resolve } from "node:path";

/** The path with every link resolved; a path that cannot be resolved is only made absolute. */
export function realPathOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
