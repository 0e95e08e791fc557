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
  const { thread } = responseTo("thread/start", wire) as { thread: { id: string } };
  const { turn } = responseTo("turn/start", wire) as { turn: { id: string } };
  return { threadId: thread.id, turnId: turn.id };
}

function responseTo(method: string, wire: readonly Step[]): unknown {
  const asked = saidBy("client", wire).find((message) => message.method === method);
  const response = saidBy("server", wire).find(
    (message) => message.id === asked?.id && message.method === undefined,
  );
  if (response === undefined) throw new Error(`the wire has no reply to ${method}`);
  return response.result;
}

/** The parts that a command line asks for with `--include`. */
export function includesOf(args: readonly string[]): ReadonlySet<Include> {
  const at = args.indexOf("--include");
  return new Set(at === -1 ? [] : ((args[at + 1] ?? "").split(",") as Include[]));
}
