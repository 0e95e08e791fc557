import type { RunContext } from "../context.js";
import type { TerminalEvent } from "../dialect/events.js";
import { grouped } from "../output/quantity.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { Tokens } from "../protocol/turn.js";
import type { OpenedThread } from "../session/open-thread.js";
import { sanitizeForTerminal } from "../text/sanitize-for-terminal.js";
import { headerLines } from "./header.js";
import { messageLines } from "./item-lines.js";
import type { LineOptions } from "./notification-lines.js";
import { notificationLines } from "./notification-lines.js";
import { codexPaint, DIM } from "./paint.js";

export interface CodexProgressOptions {
  stderr: RunContext["stderr"];
  colour: boolean;
  /** The prompt, or what is reviewed. */
  prompt: string;
  /** Whether reasoning is printed in full where codex has it, whatever its settings say. */
  showsRawReasoning: boolean;
  /** Whether the answer is for a terminal, where it is printed once: on stderr. */
  answersOnStderr: boolean;
}

/** Progress of a run in the words of codex exec. */
export interface CodexProgress {
  threadOpened(opened: OpenedThread, codexVersion: string): void;
  notification(notification: ServerNotification): void;
  /** Prints the tokens used, and the answer if it was not printed yet. */
  ended(event: TerminalEvent): void;
}

/** Writes to stderr what codex exec prints there about a turn. */
export function createCodexProgress(options: CodexProgressOptions): CodexProgress {
  const { stderr, colour, prompt, showsRawReasoning, answersOnStderr } = options;
  const paint = codexPaint(colour);
  let lineOptions: LineOptions = { paint, hidesReasoning: false, showsRawReasoning };
  let tokens: Tokens | undefined;
  let lastMessage: string | undefined;
  let lastDiff: string | undefined;
  const print = (lines: readonly string[]): void => {
    const text = lines.map((line) => `${line}\n`).join("");
    if (text !== "") stderr.write(colour ? text : sanitizeForTerminal(text));
  };
  return {
    threadOpened(opened, codexVersion) {
      const { settings = {} } = opened;
      lineOptions = {
        paint,
        hidesReasoning: settings.hide_agent_reasoning === true,
        showsRawReasoning: showsRawReasoning || settings.show_raw_agent_reasoning === true,
      };
      print(headerLines(opened, { codexVersion, prompt }, paint));
    },
    notification(notification) {
      if (notification.kind === "usageUpdated") tokens = notification.tokenUsage.total;
      if (notification.kind === "itemCompleted" && notification.item.type === "agentMessage")
        lastMessage = notification.item.text;
      // The server repeats a diff that has not changed.
      if (notification.kind === "diffUpdated" && notification.diff === lastDiff) return;
      if (notification.kind === "diffUpdated") lastDiff = notification.diff;
      print(notificationLines(notification, lineOptions));
    },
    ended(event) {
      if (tokens !== undefined) print([paint(DIM, "tokens used"), grouped(spent(tokens))]);
      const answer = event.type === "turn.completed" ? event.final_message : null;
      if (answersOnStderr && answer !== null && answer !== lastMessage)
        print(messageLines(answer, paint));
    },
  };
}

const spent = ({ inputTokens, cachedInputTokens, outputTokens }: Tokens): number =>
  Math.max(inputTokens - cachedInputTokens, 0) + outputTokens;
