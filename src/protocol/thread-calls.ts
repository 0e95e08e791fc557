import type { Peer } from "../rpc/peer.js";
import { RpcError } from "../rpc/peer.js";
import { METHOD } from "./methods.js";
import type { ThreadFilter, ThreadParams } from "./params.js";
import { pages } from "./pages.js";
import { forkParams, listParams, resumeParams, startParams } from "./params.js";
import type { StoredThread } from "./results.js";
import { ThreadListResult, readResponse, StoredThreadResult, ThreadResult } from "./results.js";

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
    const response = await peer.request(METHOD.startThread, wire).catch((error: unknown) => {
      if (!needsPlainHistory(error)) throw error;
      return peer.request(METHOD.startThread, { ...wire, historyMode: undefined });
    });
    return readResponse(METHOD.startThread, ThreadResult, response);
  },
  async resumeThread(threadId, params) {
    const response = await peer.request(METHOD.resumeThread, resumeParams(threadId, params));
    return readResponse(METHOD.resumeThread, ThreadResult, response);
  },
  async forkThread(threadId, params) {
    const response = await peer.request(METHOD.forkThread, forkParams(threadId, params));
    return readResponse(METHOD.forkThread, ThreadResult, response);
  },
  async readThread(threadId) {
    const response = await peer.request(METHOD.readThread, { threadId, includeTurns: false });
    return readResponse(METHOD.readThread, StoredThreadResult, response).thread;
  },
  listThreads: (filter) => storedThreads(peer, filter),
});

/** A store that cannot page refuses paginated threads; it is asked once more for a plain one. */
const needsPlainHistory = (error: unknown): boolean =>
  error instanceof RpcError && error.error.code === -32600 && /paginated/i.test(error.message);

/** A thread that moved between two pages may come twice: the first time counts. */
async function* storedThreads(peer: Peer, filter: ThreadFilter): AsyncIterable<StoredThread> {
  const fetchPage = async (cursor: string | null): Promise<ThreadListResult> => {
    const response = await peer.request(METHOD.listThreads, listParams(filter, cursor));
    return readResponse(METHOD.listThreads, ThreadListResult, response);
  };
  // Not all of them: a list of any length is to take the same room.
  let previousPage = new Set<string>();
  let pagesWithoutNew = 0;
  for await (const page of pages(fetchPage, filter.sort === "created" ? withOverlap : undefined)) {
    const ids = new Set<string>();
    pagesWithoutNew++;
    for (const thread of page) {
      if (previousPage.has(thread.id) || ids.has(thread.id)) continue;
      pagesWithoutNew = 0;
      ids.add(thread.id);
      yield thread;
    }
    // A server that says the same for ever under ever new names.
    if (pagesWithoutNew === MAX_PAGES_WITHOUT_NEW) return;
    if (page.length > 0) previousPage = new Set(page.map(({ id }) => id));
  }
}

const MAX_PAGES_WITHOUT_NEW = 100;

/**
 * By date of birth, a page ends at a whole second and the next begins before it: what else was born
 * in that second is lost (seen from 0.130 on). So the next page is asked to begin a second later.
 */
function withOverlap(cursor: string): string[] {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(cursor) ? Date.parse(cursor) : NaN;
  if (Number.isNaN(time)) return [cursor];
  return [new Date(time + 1000).toISOString().replace(".000Z", "Z"), cursor];
}
