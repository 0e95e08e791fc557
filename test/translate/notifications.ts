import { parseNotification, type ServerNotification } from "../../src/protocol/notifications.js";
import type { Include } from "../../src/translate/include.js";
import type { Translation } from "../../src/translate/translator.js";
import { Translator } from "../../src/translate/translator.js";

/** A notification of our turn, as it comes from the wire. */
export const notification = (method: string, params: object): ServerNotification =>
  parseNotification(method, { threadId: "t-1", turnId: "u-1", ...params });

export const started = (item: object): ServerNotification => notification("item/started", { item });
export const completed = (item: object): ServerNotification =>
  notification("item/completed", { item });
export const message = (id: string, text: string): ServerNotification =>
  completed({ type: "agentMessage", id, text, phase: null });
export const plan = (...steps: [step: string, status: string][]): ServerNotification =>
  notification("turn/plan/updated", {
    explanation: null,
    plan: steps.map(([step, status]) => ({ step, status })),
  });
export const ended = (turn: object = {}): ServerNotification =>
  notification("turn/completed", { turn: { id: "u-1", status: "completed", ...turn } });
export const failedWith = (error: object): ServerNotification => ended({ status: "failed", error });

/** What a turn's news comes to, piece by piece. */
export function told(
  pieces: readonly ServerNotification[],
  include: readonly Include[] = [],
): Translation[] {
  const translator = new Translator(new Set(include));
  return pieces.map((piece) => translator.translate(piece));
}

/** Every line of a turn, one after the other. */
export const lines = (pieces: readonly ServerNotification[], include: readonly Include[] = []) =>
  told(pieces, include).flatMap(({ events }) => events);

/** How a turn ended. */
export const endOf = (...pieces: ServerNotification[]) => told(pieces).at(-1)?.end;

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
