import type { Scope } from "../../src/turn/scope.js";
import type { Include } from "../../src/translate/include.js";
import type { Step, WireMessage } from "./fixture.js";

/** The messages of one side, in order. */
export const saidBy = (side: "client" | "server", wire: readonly Step[]): WireMessage[] =>
  wire.flatMap((step) => ("message" in step && step.from === side ? [step.message] : []));

interface News {
  readonly method: string;
  readonly params: unknown;
}

/** What the server told without having been asked. */
export const newsOf = (wire: readonly Step[]): News[] =>
  saidBy("server", wire).flatMap(({ id, method, params }) =>
    method !== undefined && id === undefined ? [{ method, params }] : [],
  );

/** The thread and the turn that the replies name. */
export function scopeOf(wire: readonly Step[]): Scope {
  const { thread } = replyTo("thread/start", wire) as { thread: { id: string } };
  const { turn } = replyTo("turn/start", wire) as { turn: { id: string } };
  return { threadId: thread.id, turnId: turn.id };
}

function replyTo(method: string, wire: readonly Step[]): unknown {
  const asked = saidBy("client", wire).find((message) => message.method === method);
  const reply = saidBy("server", wire).find(
    (message) => message.id === asked?.id && message.method === undefined,
  );
  if (reply === undefined) throw new Error(`the wire has no reply to ${method}`);
  return reply.result;
}

/** The parts that a command line asks for with `--include`. */
export function includesOf(args: readonly string[]): ReadonlySet<Include> {
  const at = args.indexOf("--include");
  return new Set(at === -1 ? [] : ((args[at + 1] ?? "").split(",") as Include[]));
}
