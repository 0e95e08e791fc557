import { CliError } from "../../src/outcome/errors.js";
import type { ErrorObject } from "../../src/rpc/message.js";
import { Features } from "../../src/protocol/versions/features.js";
import { Peer } from "../../src/rpc/peer.js";
import { memoryTransport } from "../rpc/memory-transport.js";

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
