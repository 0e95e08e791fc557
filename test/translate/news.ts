import { parseNews, type ServerNews } from "../../src/protocol/notifications.js";
import type { Include } from "../../src/translate/include.js";
import type { Translation } from "../../src/translate/translator.js";
import { Translator } from "../../src/translate/translator.js";

/** A notification of our turn, as it comes from the wire. */
export const news = (method: string, params: object): ServerNews =>
  parseNews(method, { threadId: "t-1", turnId: "u-1", ...params });

export const started = (item: object): ServerNews => news("item/started", { item });
export const completed = (item: object): ServerNews => news("item/completed", { item });
export const message = (id: string, text: string): ServerNews =>
  completed({ type: "agentMessage", id, text, phase: null });
export const plan = (...steps: [step: string, status: string][]): ServerNews =>
  news("turn/plan/updated", {
    explanation: null,
    plan: steps.map(([step, status]) => ({ step, status })),
  });
export const ended = (turn: object = {}): ServerNews =>
  news("turn/completed", { turn: { id: "u-1", status: "completed", ...turn } });
export const failedWith = (error: object): ServerNews => ended({ status: "failed", error });

/** What a turn's news comes to, piece by piece. */
export function told(
  pieces: readonly ServerNews[],
  include: readonly Include[] = [],
): Translation[] {
  const translator = new Translator(new Set(include));
  return pieces.map((piece) => translator.translate(piece));
}

/** Every line of a turn, one after the other. */
export const lines = (pieces: readonly ServerNews[], include: readonly Include[] = []) =>
  told(pieces, include).flatMap(({ events }) => events);

/** How a turn ended. */
export const endOf = (...pieces: ServerNews[]) => told(pieces).at(-1)?.end;

/** A command as the server tells of it. */
export const command = (more: object = {}): object => ({
  type: "commandExecution",
  id: "call_1",
  command: "/bin/bash -lc ls",
  status: "completed",
  aggregatedOutput: "a\n",
  exitCode: 0,
  ...more,
});

export const NOTHING_DONE = {
  commands_ok: 0,
  commands_failed: 0,
  declined: 0,
  files_changed: 0,
  mcp_failed: 0,
  unknown_items: 0,
};
