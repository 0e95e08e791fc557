import type { Link } from "../protocol/continuity/read-back.js";
import type { WireMessage } from "../protocol/continuity/tracked-thread.js";
import type { Received, Transport } from "../transport/transport.js";

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Opens a connection for requests of its own; everything that is no response to one goes to `onOther`. */
export function openLink(
  connection: Transport,
  onOther: (received: Received) => void,
): Omit<Link, "take"> {
  const calls = new Map<string, PendingCall>();
  let lost: Error | undefined;
  let next = 0;
  connection.receive((received) => {
    const message = received.kind === "value" ? (received.value as WireMessage | null) : null;
    const id = message?.method === undefined ? message?.id : undefined;
    const pending = typeof id === "string" ? calls.get(id) : undefined;
    if (pending === undefined) onOther(received);
    else pending.resolve(message?.error === undefined ? message?.result : undefined);
  });
  void connection.closed.then(({ reason }) => {
    lost = new Error(`the server ${reason}`);
    for (const { reject } of calls.values()) reject(lost);
  });
  return {
    call(method, params) {
      if (lost !== undefined) return Promise.reject(lost);
      const id = `${PREFIX}${String(next++)}`;
      return new Promise<unknown>((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`no response to ${method}`));
        }, CALL_MS);
        const settle =
          <T>(how: (value: T) => void) =>
          (value: T): void => {
            clearTimeout(timer);
            calls.delete(id);
            how(value);
          };
        calls.set(id, { resolve: settle(resolve), reject: settle(reject) });
        connection.send({ id, method, params });
      });
    },
    notify(method) {
      connection.send({ method });
    },
  };
}

/** Those of the client are numbers. */
const PREFIX = "restore-";
const CALL_MS = 60_000;
