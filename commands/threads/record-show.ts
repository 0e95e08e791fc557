import { wantsColour } from "../../src/output/colour.js";
import type { Runtime } from "../../src/context.js";
import type { QueryOptions } from "../cli/server-options.js";
import type { showThread, ShowOptions } from "./show.js";
import { recorded } from "../../src/recording/record-session.js";

/** Shows a thread and writes down what was said about it. */
export function recordShow(
  file: string,
  { options, wish }: { options: QueryOptions; wish: ShowOptions },
  runtime: Runtime,
  show: typeof showThread,
): Promise<number> {
  const { json, color } = options;
  const isTTY = runtime.stdout.isTTY === true && !json;
  const colour = wantsColour({ flag: color, env: runtime.env, isTTY });
  const facts = { ...wish, include: [...wish.include], json, colour };
  return recorded(file, { show: facts }, runtime, ({ tape }) =>
    show(options, wish, { ...runtime, tape }),
  );
}
