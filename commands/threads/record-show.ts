import { wantsColour } from "../../src/output/colour.js";
import type { Runtime } from "../../src/context.js";
import type { QueryOptions } from "../cli/server-options.js";
import type { showThread, ShowOptions } from "./show.js";
import { recorded } from "../../src/recording/record-session.js";

/** Shows a thread and records the conversation with the server. */
export function recordShow(
  file: string,
  { options, view }: { options: QueryOptions; view: ShowOptions },
  runtime: Runtime,
  show: typeof showThread,
): Promise<number> {
  const { json, color } = options;
  const isTTY = runtime.stdout.isTTY === true && !json;
  const colour = wantsColour({ flag: color, env: runtime.env, isTTY });
  const facts = { ...view, include: [...view.include], json, colour };
  return recorded(file, { show: facts }, runtime, ({ tape }) =>
    show(options, view, { ...runtime, tape }),
  );
}
