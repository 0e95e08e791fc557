import type { RunContext } from "../context.js";
import type { TerminalEvent } from "../dialect/events.js";
import { grouped } from "../output/quantity.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { Tokens } from "../protocol/turn.js";
import { noticeAction } from "../session/config-notices.js";
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
  const printAll = (notifications: readonly ServerNotification[]): void => {
    print(notifications.flatMap((notification) => notificationLines(notification, lineOptions)));
  };
  const startup = new StartupWarnings(printAll);
  return {
    threadOpened(opened, codexVersion) {
      const { settings = {} } = opened;
      startup.isSandboxed = opened.started.sandbox?.type !== "dangerFullAccess";
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
      if (startup.holds(notification)) return;
      // The server repeats a diff that has not changed.
      if (notification.kind === "diffUpdated" && notification.diff === lastDiff) return;
      if (notification.kind === "diffUpdated") lastDiff = notification.diff;
      printAll([notification]);
    },
    ended(event) {
      startup.release();
      if (tokens !== undefined) print([paint(DIM, "tokens used"), grouped(spent(tokens))]);
      const answer = event.type === "turn.completed" ? event.final_message : null;
      if (answersOnStderr && answer !== null && answer !== lastMessage)
        print(messageLines(answer, paint));
    },
  };
}

/** The warnings about the configuration; codex prints the one about its sandbox first, if it has one. */
class StartupWarnings {
  isSandboxed = true;
  readonly #print: (notifications: readonly ServerNotification[]) => void;
  #held: ServerNotification[] = [];

  constructor(print: (notifications: readonly ServerNotification[]) => void) {
    this.#print = print;
  }

  /** Keeps a warning until something else follows. */
  holds(notification: ServerNotification): boolean {
    if (notification.kind === "configWarning") this.#held.push(notification);
    else this.release();
    return notification.kind === "configWarning";
  }

  release(): void {
    const isAboutSandbox = (held: ServerNotification): boolean => noticeAction(held) === "hide";
    const first = this.isSandboxed ? this.#held.filter(isAboutSandbox) : [];
    const rest = this.#held.filter((held) => !isAboutSandbox(held));
    this.#held = [];
    this.#print([...first, ...rest]);
  }
}

const spent = ({ inputTokens, cachedInputTokens, outputTokens }: Tokens): number =>
  Math.max(inputTokens - cachedInputTokens, 0) + outputTokens;
