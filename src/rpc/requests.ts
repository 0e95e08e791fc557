import { CliError } from "../outcome/errors.js";
import type { RequestId } from "./message.js";

interface Waiter {
  method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Requests of ours that have no reply yet: few on their way, the others in line, all with a deadline. */
export interface Requests {
  /** `send` is called when it is its turn, which may be never; the deadline counts from now. */
  add(id: number, waiter: Waiter, withinMs: number, send: () => void): void;
  /** Takes out the one that a reply belongs to, if it still waits. */
  settle(id: RequestId): Waiter | undefined;
  rejectAll(error: Error): void;
  readonly size: number;
}

/** `settled` is told after each that waits no longer. */
export function createRequests(settled: () => void): Requests {
  const sent = new Map<number, Entry>();
  // A map, because it keeps its order and what is too late leaves from the middle.
  const inLine = new Map<number, Entry>();

  const remove = (id: number): Waiter | undefined => {
    const entry = sent.get(id) ?? inLine.get(id);
    if (entry === undefined) return undefined;
    clearTimeout(entry.timer);
    inLine.delete(id);
    sent.delete(id);
    sendNext();
    settled();
    return entry.waiter;
  };
  const sendNext = (): void => {
    for (const [id, entry] of inLine) {
      if (sent.size >= IN_FLIGHT) return;
      inLine.delete(id);
      sent.set(id, entry);
      entry.send();
    }
  };

  return {
    add(id, waiter, withinMs, send) {
      const timer = setTimeout(() => {
        const seconds = String(withinMs / 1000);
        const late = `no reply to ${waiter.method} within ${seconds} s`;
        remove(id)?.reject(new CliError("server_unreachable", late));
      }, withinMs);
      inLine.set(id, { waiter, timer, send });
      sendNext();
    },
    settle(id) {
      const own = ownId(id);
      return own !== undefined && sent.has(own) ? remove(own) : undefined;
    },
    rejectAll(error) {
      // Nothing is sent any more to whom we lost.
      const all = [...sent.values(), ...inLine.values()];
      sent.clear();
      inLine.clear();
      for (const { timer, waiter } of all) {
        clearTimeout(timer);
        waiter.reject(error);
      }
      settled();
    },
    get size() {
      return sent.size + inLine.size;
    },
  };
}

const IN_FLIGHT = 16;

interface Entry {
  waiter: Waiter;
  timer: NodeJS.Timeout;
  send(): void;
}

/** Our ids are numbers; some send them back as text. */
function ownId(id: RequestId): number | undefined {
  if (typeof id === "number") return id;
  return String(Number(id)) === id ? Number(id) : undefined;
}
