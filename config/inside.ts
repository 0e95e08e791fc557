import { isAbsolute, relative, sep } from "node:path";

/** The path of a file below a folder, relative to it; undefined when it is not below it. */
export function pathInside(folder: string, file: string): string | undefined {
  const path = relative(folder, file);
  const isBelow = path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  return isBelow ? path : undefined;
}
