import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";

/** The path of a file below a folder, relative to it; undefined when it is not below it. */
export function pathInside(folder: string, file: string): string | undefined {
  const path = relative(folder, file);
  const isBelow = path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  return isBelow ? path : undefined;
}

/** The path with every link resolved; unresolved if it does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
