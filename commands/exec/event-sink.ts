import { codexEvent } from "../../src/codex-output/codex-event.js";
import type { OpenEventSink } from "../turn/event-sink.js";
import { fileNotes, NO_NOTES } from "./file-notes.js";
import type { ExecOptions } from "./options.js";

/** Prepares a sink that prints the lines of `codex exec --json`, and no others. */
export const codexLinesSink =
  (options: ExecOptions): OpenEventSink =>
  (_, { stderr }, stdout) => ({
    async emit(event) {
      const line = codexEvent(event);
      if (line !== undefined) await stdout.record(line);
    },
    notes: NO_NOTES,
    fileNotes: fileNotes(options, stderr),
    close: () => undefined,
  });
