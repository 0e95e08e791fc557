import {
  GREETING,
  message,
  notification,
  OURS,
  server,
  THREAD_START,
  turnEnds,
  TURN_START,
} from "../helpers/conversation.js";
import type { Step } from "../helpers/fixture.js";
import { lineProblems, stderrProblems } from "../helpers/event-lines.js";
import { startIn, startProcessIn, withFolder } from "../helpers/play.js";

/** A whole conversation by the names of its server's words, in order. */
const WORDS = [
  "initialize reply",
  "thread/start reply",
  "turn/start reply",
  "turn/started",
  "item/started",
  "item/completed",
  "tokenUsage",
  "turn/completed",
  "unsubscribe reply",
] as const;

export type Word = (typeof WORDS)[number];
/** Before the server hears anything, in the place of one of its words, or when all is said. */
export type Moment = "before the handshake" | Word | "after the last word";
export const MOMENTS: readonly Moment[] = ["before the handshake", ...WORDS, "after the last word"];

/** Whether the turn is over by then, so that nothing can be lost any more. */
export const isAfterTurn = (moment: Moment): boolean =>
  moment === "unsubscribe reply" || moment === "after the last word";

const tokens = { totalTokens: 3, inputTokens: 1, outputTokens: 2 };

/** What the server waits for before a word, and the word. */
const PARTS: Readonly<Record<Word, { readonly before: readonly Step[]; readonly word: Step }>> = {
  "initialize reply": { before: [GREETING[0]!], word: GREETING[1]! },
  "thread/start reply": { before: [GREETING[2]!, THREAD_START[0]!], word: THREAD_START[1]! },
  "turn/start reply": { before: [TURN_START[0]!], word: TURN_START[1]! },
  "turn/started": { before: [], word: TURN_START[2]! },
  "item/started": {
    before: [],
    word: notification("item/started", {
      ...OURS,
      item: { type: "agentMessage", id: "raw-Done", text: "" },
    }),
  },
  "item/completed": { before: [], word: message("Done") },
  tokenUsage: {
    before: [],
    word: notification("thread/tokenUsage/updated", {
      ...OURS,
      tokenUsage: { total: tokens, last: tokens },
    }),
  },
  "turn/completed": { before: [], word: turnEnds("completed") },
  "unsubscribe reply": {
    before: [{ from: "client", message: { id: 3, method: "thread/unsubscribe" } }],
    word: server({ id: 3, result: {} }),
  },
};

/** The word as it should be said. */
export const wordOf = (word: Word): Step => PARTS[word].word;

/** The conversation up to a moment: the next would be its word. */
export function until(moment: Moment): Step[] {
  if (moment === "before the handshake") return [];
  const at = moment === "after the last word" ? WORDS.length : WORDS.indexOf(moment);
  const told = WORDS.slice(0, at).flatMap((word) => [...PARTS[word].before, PARTS[word].word]);
  return moment === "after the last word" ? told : [...told, ...PARTS[moment].before];
}

/** The conversation from a moment on, its own word first. */
export function from(moment: Moment): Step[] {
  if (moment === "after the last word") return [];
  const at = moment === "before the handshake" ? 0 : WORDS.indexOf(moment);
  return WORDS.slice(at).flatMap((word) =>
    word === moment ? [PARTS[word].word] : [...PARTS[word].before, PARTS[word].word],
  );
}

/** How a run on a faulty server ended, and everything that is wrong with it besides. */
export interface Judged {
  readonly exit: number | string | null;
  readonly left: readonly string[];
  readonly problems: readonly string[];
}

/** Runs `main` on a script; the limit of the test ends a run that does not end. */
export const judged = judgeOf(startIn);

/** Runs the built program on a server that is a process, for what only a process shows. */
export const judgedProcess = judgeOf(startProcessIn);

function judgeOf(start: typeof startIn) {
  return (steps: readonly Step[], args: readonly string[] = []): Promise<Judged> =>
    withFolder(async (dir) => {
      const script = [{ lenient: true } as const, ...steps];
      const running = await start(dir, script, ["run", "--json", ...args, "Go"]);
      const { exit, left, stdout, stderr } = await running.done;
      return { exit, left, problems: [...lineProblems(stdout, exit), ...stderrProblems(stderr)] };
    });
}

/** A run that ended so, and left nothing to complain about. */
export const orderly = (exit: number): Judged => ({ exit, left: [], problems: [] });
