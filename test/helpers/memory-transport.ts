import type { Closing, Received, Transport } from "../../src/transport/transport.js";
import type { Step, WireMessage } from "./fixture.js";
import { CliError } from "../../src/outcome/errors.js";
import type { ErrorObject } from "../../src/rpc/message.js";
import { Features } from "../../src/protocol/versions/features.js";
import { Peer } from "../../src/rpc/peer.js";
import type { Scope } from "../../src/turn/scope.js";
import type { Include } from "../../src/translate/include.js";

/** A server in memory: what was sent to it can be read, and a test speaks for it. */
export function memoryTransport() {
  const sent: unknown[] = [];
  const flow: string[] = [];
  let listener: (received: Received) => void = () => undefined;
  let close: (closing: Closing) => void = () => undefined;
  const closed = new Promise<Closing>((resolve) => {
    close = resolve;
  });
  const transport: Transport = {
    send: (value) => void sent.push(value),
    receive(next) {
      listener = next;
    },
    pause: () => void flow.push("pause"),
    resume: () => void flow.push("resume"),
    closed,
    close: () => Promise.resolve([]),
  };
  return {
    transport,
    sent,
    /** When reading was paused and resumed. */
    flow,
    /** The server says a value, of so many bytes. */
    say: (value: unknown, size = 0) => listener({ kind: "value", value, size }),
    /** The server says something that is none. */
    babble: (problem: string) => listener({ kind: "malformed", problem, size: 0 }),
    /** The server is gone; settles when that has been noticed. */
    async die(closing: Partial<Closing> = {}) {
      close({ reason: "died", exitCode: 1, signal: null, stderrTail: "", ...closing });
      await closed;
    },
  };
}

/** A transport that plays a recorded wire, with what was sent to it. */
export interface PlayedTransport extends Transport {
  readonly sent: readonly WireMessage[];
}

/** Says the server's lines of a wire and waits at the client's, as the recorded server did. */
export function playedTransport(wire: readonly Step[]): PlayedTransport {
  const sent: WireMessage[] = [];
  const left = [...wire];
  let listener: (received: Received) => void = () => undefined;
  let close: (closing: Closing) => void = () => undefined;
  const closed = new Promise<Closing>((resolve) => {
    close = resolve;
  });

  const speak = (): void => {
    for (let step = left[0]; step !== undefined && "message" in step; step = left[0]) {
      if (step.from === "client") return;
      left.shift();
      listener({ kind: "value", value: step.message, size: 0 });
    }
  };

  return {
    sent,
    send(value) {
      const message = value as WireMessage;
      sent.push(message);
      const step = left.shift();
      const expected = step !== undefined && "message" in step ? step.message.method : undefined;
      if (expected !== message.method) {
        throw new Error(`expected ${expected ?? "nothing"}, not ${JSON.stringify(message)}`);
      }
      // Never inside of `send`: no server answers before it was asked.
      queueMicrotask(speak);
    },
    receive(next) {
      listener = next;
      queueMicrotask(speak);
    },
    pause: () => undefined,
    resume: () => undefined,
    closed,
    async close() {
      close({ reason: "was closed", exitCode: 0, signal: null, stderrTail: "" });
      return [];
    },
  };
}

/** What the newest codex supports. */
export const CURRENT = new Features("0.166.0");

export type RpcResponse = { result: unknown } | { error: ErrorObject };

/** A peer with its replies laid out, and what it was asked; a call too many is an error of the test. */
export function scriptedPeer(replies: readonly RpcResponse[]) {
  const wire = memoryTransport();
  const asked: unknown[] = [];
  const left = [...replies];
  const send = (value: unknown): void => {
    const { id, ...call } = value as { id: number; method: string; params: unknown };
    asked.push(call);
    wire.say({ id, ...(left.shift() ?? { error: { code: 0, message: "asked too often" } }) });
  };
  const gone = new CliError("server_crashed", "it died");
  return { peer: new Peer({ ...wire.transport, send }, () => gone), asked };
}

/** How codex refuses a word that it does not know, be it a method or a kind of login. */
export const unknownVariant = (word: string): ErrorObject => ({
  code: -32600,
  message: `Invalid request: unknown variant \`${word}\`, expected one of \`initialize\`, \`thread/start\``,
});

/** How JSON-RPC has it. */
export const NO_SUCH_METHOD: ErrorObject = { code: -32601, message: "method not found" };

/** What a server that is too old for a call is said to be. */
export const tooOld = (word: string, version: string) => ({
  name: "CliError",
  kind: "refused",
  message: `codex 0.166.0 does not support ${word}`,
  hint: `requires codex ${version} or newer: npm i -g @openai/codex@latest`,
});

/** Everything there is to be had. */
export async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const had: T[] = [];
  for await (const value of values) had.push(value);
  return had;
}

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
