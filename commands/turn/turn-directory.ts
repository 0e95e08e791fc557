import { resolve } from "node:path";

import { realPathOrSame } from "../../src/files/real-path.js";
import { workingDirectory } from "../../src/input/files.js";
import type { TurnOptions } from "./options.js";

/** The agent's working directory. A running server may have one that does not exist here. */
export const turnDirectory = (
  { cd, connect }: Pick<TurnOptions, "cd" | "connect">,
  cwd: string,
): string =>
  connect === undefined ? workingDirectory(cd, cwd) : realPathOrSame(resolve(cwd, cd ?? "."));
