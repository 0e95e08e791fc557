import type { RecordingStep } from "../dialect/recording.js";
import type { DeltaMessage } from "../redact/delta-redactor.js";
import type { Notification } from "../redact/read-delta.js";
import { readDelta } from "../redact/read-delta.js";

/** Whether a message from the server is a notification. */
export const isNotification = (message: unknown): message is Notification => {
  const { id, method } = (message ?? {}) as { id?: unknown; method?: unknown };
  return id === undefined && typeof method === "string";
};

/** The text pieces in a recorded notification. Its other fields, such as `jsonrpc`, are kept. */
export function stepPieces(message: Notification): DeltaMessage<RecordingStep> | undefined {
  const found = readDelta(message);
  if (found === undefined) return undefined;
  return {
    ...found,
    with: (texts) => ({ from: "server", message: { ...message, ...found.with(texts) } }),
  };
}
