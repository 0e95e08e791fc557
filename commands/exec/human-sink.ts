import { createCodexProgress } from "../../src/codex-output/progress.js";
import { wantsColour } from "../../src/output/colour.js";
import type { OpenEventSink } from "../turn/event-sink.js";
import { answersOnTerminal } from "./answers-on-terminal.js";
import { fileNotes, NO_NOTES } from "./file-notes.js";
import type { ExecOptions } from "./options.js";
import { shownPrompt } from "./shown-prompt.js";

/** Prepares a sink that prints on stderr what codex exec prints there without `--json`. */
export const codexProgressSink =
  (options: ExecOptions, prompt: string): OpenEventSink =>
  ({ color }, { stdout, stderr, env }) => {
    const progress = createCodexProgress({
      stderr,
      colour: wantsColour({ flag: color, env, isTTY: stderr.isTTY === true }),
      prompt: shownPrompt(options.task, prompt),
      showsRawReasoning: options.localProvider !== undefined,
      answersOnStderr: answersOnTerminal({ stdout, stderr }),
    });
    return {
      emit: (event) => {
        if (event.type === "turn.completed" || event.type === "turn.failed") progress.ended(event);
        return Promise.resolve();
      },
      notes: NO_NOTES,
      observer: progress,
      fileNotes: fileNotes(options, stderr),
      close: () => undefined,
    };
  };
