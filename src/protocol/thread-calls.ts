import type { Peer } from "../rpc/peer.js";
import { Refusal } from "../rpc/peer.js";
import { CALL } from "./methods.js";
import type { ThreadFilter, ThreadParams } from "./params.js";
import { forkParams, listParams, resumeParams, startParams } from "./params.js";
import type { StoredThread } from "./results.js";
import { ListResult, readReply, ThreadRead, ThreadResult } from "./results.js";

/** Where threads come from. */
export interface ThreadCalls {
  startThread(params: ThreadParams): Promise<ThreadResult>;
  resumeThread(threadId: string, params: ThreadParams): Promise<ThreadResult>;
  forkThread(threadId: string, params: ThreadParams): Promise<ThreadResult>;
  /** A thread as it is stored, without its turns. */
  readThread(threadId: string): Promise<StoredThread>;
  /** Stored threads, the latest first, page by page. */
  listThreads(filter: ThreadFilter): AsyncIterable<StoredThread>;
}

export const threadCalls = (peer: Peer): ThreadCalls => ({
  async startThread(params) {
    const wire = startParams(params);
    const reply = await peer.request(CALL.startThread, wire).catch((error: unknown) => {
      if (!needsPlainHistory(error)) throw error;
      return peer.request(CALL.startThread, { ...wire, historyMode: undefined });
    });
    return readReply(CALL.startThread, ThreadResult, reply);
  },
  async resumeThread(threadId, params) {
    const reply = await peer.request(CALL.resumeThread, resumeParams(threadId, params));
    return readReply(CALL.resumeThread, ThreadResult, reply);
  },
  async forkThread(threadId, params) {
    const reply = await peer.request(CALL.forkThread, forkParams(threadId, params));
    return readReply(CALL.forkThread, ThreadResult, reply);
  },
  async readThread(threadId) {
    const reply = await peer.request(CALL.readThread, { threadId, includeTurns: false });
    return readReply(CALL.readThread, ThreadRead, reply).thread;
  },
  listThreads: (filter) => storedThreads(peer, filter),
});

/** A store that cannot page refuses paginated threads; it is asked once more for a plain one. */
const needsPlainHistory = (error: unknown): boolean =>
  error instanceof Refusal && error.error.code === -32600 && /paginated/i.test(error.message);

/** Page after page. A thread that moved between two pages may come twice: the first time counts. */
async function* storedThreads(peer: Peer, filter: ThreadFilter): AsyncIterable<StoredThread> {
  const seen = new Set<string>();
  const cursors = new Set<string>();
  for (let cursor: string | null = null; ;) {
    const reply = await peer.request(CALL.listThreads, listParams(filter, cursor));
    const page: ListResult = readReply(CALL.listThreads, ListResult, reply);
    for (const thread of page.data) {
      if (!seen.has(thread.id)) yield thread;
      seen.add(thread.id);
    }
    cursor = page.nextCursor ?? null;
    // A server that hands out the same page for ever would keep us for ever.
    if (cursor === null || cursors.has(cursor)) return;
    cursors.add(cursor);
  }
}
