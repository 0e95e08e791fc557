import type { RunContext } from "../../src/context.js";
import type { ThreadEvent } from "../../src/dialect/events.js";
import type { SinkStyle } from "./event-sink.js";

/** The progress of a turn as a group that the reader of a CI log can fold. */
export interface LogGroup {
  show(event: ThreadEvent): void;
  close(): void;
}

/** Creates the group that begins with the thread and ends before the last event, on GitHub Actions only. */
export function createLogGroup(
  { level }: Pick<SinkStyle, "level">,
  { env, stderr, logGroup }: RunContext,
): LogGroup {
  const isUsed = env["GITHUB_ACTIONS"] === "true" && stderr.isTTY !== true && level !== "quiet";
  if (!isUsed || logGroup === undefined) return { show() {}, close() {} };
  let isOpen = false;
  const close = (): void => {
    if (isOpen) logGroup(null);
    isOpen = false;
  };
  return {
    show(event) {
      if (event.type === "turn.completed" || event.type === "turn.failed") close();
      if (event.type !== "thread.started" || isOpen) return;
      isOpen = true;
      logGroup(`turnpipe: what ${event.model} did`);
    },
    close,
  };
}
