import { CliError } from "../outcome/errors.js";
import type { RequestId } from "./message.js";

interface PendingRequest {
  method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Our requests without a response yet: up to 16 are in flight, the others queued; all have a deadline. */
export interface Requests {
  /** Calls `send` when fewer than 16 are in flight, which may be never; the deadline counts from now. */
  add(id: number, pending: PendingRequest, withinMs: number, send: () => void): void;
  /** Removes and returns the request that a response belongs to, if it is still pending. */
  settle(id: RequestId): PendingRequest | undefined;
  rejectAll(error: Error): void;
  readonly size: number;
}

/** `onSettled` is called after each request that is no longer pending. */
export function createRequests(onSettled: () => void): Requests {
  const sent = new Map<number, Entry>();
  // A map, because it keeps its order and timeouts remove entries from the middle.
  const queued = new Map<number, Entry>();

  const remove = (id: number): PendingRequest | undefined => {
    const entry = sent.get(id) ?? queued.get(id);
    if (entry === undefined) return undefined;
    clearTimeout(entry.timer);
    queued.delete(id);
    sent.delete(id);
    sendNext();
    onSettled();
    return entry.pending;
  };
  const sendNext = (): void => {
    for (const [id, entry] of queued) {
      if (sent.size >= MAX_IN_FLIGHT) return;
      queued.delete(id);
      sent.set(id, entry);
      entry.send();
    }
  };

  return {
    add(id, pending, withinMs, send) {
      const timer = setTimeout(() => {
        const seconds = String(withinMs / 1000);
        const message = `no response to ${pending.method} within ${seconds} s`;
        remove(id)?.reject(new CliError("server_unreachable", message));
      }, withinMs);
      queued.set(id, { pending, timer, send });
      sendNext();
    },
    settle(id) {
      const own = parseOwnId(id);
      return own !== undefined && sent.has(own) ? remove(own) : undefined;
    },
    rejectAll(error) {
      // Cleared first: nothing more is sent to a server that is gone.
      const all = [...sent.values(), ...queued.values()];
      sent.clear();
      queued.clear();
      for (const { timer, pending } of all) {
        clearTimeout(timer);
        pending.reject(error);
      }
      onSettled();
    },
    get size() {
      return sent.size + queued.size;
    },
  };
}

const MAX_IN_FLIGHT = 16;

interface Entry {
  pending: PendingRequest;
  timer: NodeJS.Timeout;
  send(): void;
}

/** Our ids are numbers; some servers send them back as strings. */
function parseOwnId(id: RequestId): number | undefined {
  if (typeof id === "number") return id;
  return String(Number(id)) === id ? Number(id) : undefined;
}
