import { wantsColour } from "../../src/output/colour.js";
import type { RunContext } from "../../src/context.js";
import type { QueryOptions } from "../cli/server-options.js";
import type { showThread, ShowOptions } from "./show.js";
import { withRecording } from "../../src/recording/record-session.js";

/** Shows a thread and records the conversation with the server. */
export function recordShow(
  file: string,
  { options, view }: { options: QueryOptions; view: ShowOptions },
  runContext: RunContext,
  show: typeof showThread,
): Promise<number> {
  const { json, color } = options;
  const isTTY = runContext.stdout.isTTY === true && !json;
  const colour = wantsColour({ flag: color, env: runContext.env, isTTY });
  const facts = { ...view, include: [...view.include], json, colour };
  return withRecording(file, { show: facts }, runContext, ({ recordingContext }) =>
    show(options, view, { ...runContext, recordingContext }),
  );
}
