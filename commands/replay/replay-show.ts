import type { RecordingHead } from "../../src/dialect/recording.js";
import type { ThreadQuery } from "../../src/session/find-thread.js";
import type { Include } from "../../src/translate/include.js";
import { showThread } from "../threads/show.js";
import type { ReplaySession } from "../../src/recording/replay-session.js";
import type { ViewOptions } from "./view-options.js";
import { NO_SERVER } from "./view-options.js";

/** Replays a recorded `threads show`. */
export function replayShow(
  show: NonNullable<RecordingHead["show"]>,
  view: ViewOptions,
  { runContext, found }: ReplaySession,
): Promise<number> {
  const json = view.json ?? show.json;
  const query = show.query as ThreadQuery;
  const options = {
    query: found(query) ?? query,
    // With --json, a Markdown page is shown as events.
    turns: show.turns || show.markdown,
    markdown: show.markdown && !json,
    include: show.include as Include[],
  };
  const color = view.color ?? (show.colour ? "always" : "never");
  const { level, rawOutput } = view;
  return showThread({ ...NO_SERVER, json, color, level, rawOutput }, options, runContext);
}
