import type { Peer } from "../rpc/peer.js";
import { METHOD } from "./methods.js";
import type { ThreadFilter, ThreadParams } from "./params.js";
import { pages } from "./pages.js";
import { forkParams, listParams, resumeParams, startParams } from "./params.js";
import type { StoredThread } from "./results.js";
import { ThreadListResult, readResponse, StoredThreadResult, ThreadResult } from "./results.js";
import type { Features } from "./versions/features.js";
import { withOverlap } from "./versions/list-cursor.js";
import { startThread } from "./versions/older-calls.js";
import { requireFeature } from "./versions/unknown-method.js";

/** Requests that open and list threads. */
export interface ThreadCalls {
  startThread(params: ThreadParams): Promise<ThreadResult>;
  resumeThread(threadId: string, params: ThreadParams): Promise<ThreadResult>;
  forkThread(threadId: string, params: ThreadParams): Promise<ThreadResult>;
  /** Reads a stored thread without its turns. */
  readThread(threadId: string): Promise<StoredThread>;
  /** Stored threads, latest first, fetched page by page. */
  listThreads(filter: ThreadFilter): AsyncIterable<StoredThread>;
}

/** Adds the id of each thread that it starts to `newThreads`. */
export const threadCalls = (
  peer: Peer,
  features: Features,
  newThreads = new Set<string>(),
): ThreadCalls => ({
  async startThread(params) {
    const known = knowsAll(features) ? params : await knownParams(peer, features, params);
    const response = await startThread(peer, features, startParams(known));
    const started = readResponse(METHOD.startThread, ThreadResult, response);
    newThreads.add(started.thread.id);
    return started;
  },
  async resumeThread(threadId, params) {
    const known = knowsAll(features) ? params : await knownParams(peer, features, params);
    const response = await peer.request(METHOD.resumeThread, resumeParams(threadId, known));
    return readResponse(METHOD.resumeThread, ThreadResult, response);
  },
  async forkThread(threadId, params) {
    if (params.ephemeral) requireFeature("ephemeral thread/fork", features);
    const known = knowsAll(features) ? params : await knownParams(peer, features, params);
    const response = await peer.request(METHOD.forkThread, forkParams(threadId, known));
    return readResponse(METHOD.forkThread, ThreadResult, response);
  },
  async readThread(threadId) {
    const response = await peer.request(METHOD.readThread, { threadId, includeTurns: false });
    return readResponse(METHOD.readThread, StoredThreadResult, response).thread;
  },
  async *listThreads(filter) {
    const searches = filter.searchTerm === undefined || features.has("search for names");
    if (!searches) requireFeature("thread names in lists", features);
    // Our callers compare the names themselves.
    const known = searches ? filter : { ...filter, searchTerm: undefined };
    const filters = features.has("sourceKinds");
    for await (const thread of storedThreads(peer, known))
      if (filters || isOfKind(thread, filter)) yield thread;
  },
});

/** The source of a sub-agent is an object: older servers do not list such threads. */
const isOfKind = ({ source }: StoredThread, { sourceKinds }: ThreadFilter): boolean =>
  typeof source !== "string" || sourceKinds.includes(source);

/** Whether the server knows every param: this is the youngest of those that older ones lack. */
const knowsAll = (features: Features): boolean => features.has("runtimeWorkspaceRoots");

const knownParams = async (...given: [Peer, Features, ThreadParams]): Promise<ThreadParams> =>
  (await import("./versions/thread-params.js")).paramsFor(...given);

/** Skips a thread that comes twice because it moved between two pages. */
async function* storedThreads(peer: Peer, filter: ThreadFilter): AsyncIterable<StoredThread> {
  const fetchPage = async (cursor: string | null): Promise<ThreadListResult> => {
    const response = await peer.request(METHOD.listThreads, listParams(filter, cursor));
    return readResponse(METHOD.listThreads, ThreadListResult, response);
  };
  // Only the previous page is kept, so that memory does not grow with the list.
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
    // The server repeats the same threads under ever new cursors.
    if (pagesWithoutNew === MAX_PAGES_WITHOUT_NEW) return;
    if (page.length > 0) previousPage = new Set(page.map(({ id }) => id));
  }
}

const MAX_PAGES_WITHOUT_NEW = 100;
