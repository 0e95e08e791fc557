import type { Peer } from "../rpc/peer.js";
import { RpcError } from "../rpc/peer.js";
import { METHOD } from "./methods.js";
import { pages } from "./pages.js";
import type { SandboxMode } from "./params.js";
import { withoutNulls } from "./params.js";
import type { StoredThread, TurnListResult } from "./results.js";
import { MetadataResult, readResponse, StoredThreadResult, ThreadResult } from "./results.js";
import type { Turn } from "./turn.js";
import type { Features } from "./versions/features.js";
import { listTurns, revertThread } from "./versions/older-calls.js";
import { needsVersion } from "./versions/unknown-method.js";

/** Requests on stored threads other than continuing them. */
export interface HistoryCalls {
  /** Loads a thread unchanged, so that it can be compacted or reverted. */
  reopenThread(threadId: string, sandbox?: SandboxMode | null): Promise<ThreadResult>;
  /** Copies a thread with its model, effort and directory, which a plain fork would lose. */
  copyThread(thread: StoredThread): Promise<string>;
  nameThread(threadId: string, name: string): Promise<void>;
  archiveThread(threadId: string): Promise<void>;
  unarchiveThread(threadId: string): Promise<StoredThread>;
  deleteThread(threadId: string): Promise<void>;
  compactThread(threadId: string): Promise<void>;
  /** Removes a turn and all later ones from a loaded thread. */
  revertThread(threadId: string, cut: { beforeTurn: string; turns: number }): Promise<void>;
  /** What a path is on the server; `unknown` if the server cannot say. */
  pathKind(path: string): Promise<"directory" | "file" | "missing" | "unknown">;
  /** Stored turns, fetched page by page. */
  turns(threadId: string, how: TurnsOptions): AsyncIterable<Turn>;
}

/** The order, and whether to include the items. */
interface TurnsOptions {
  first: "oldest" | "latest";
  items: boolean;
}

export const historyCalls = (peer: Peer, features: Features): HistoryCalls => ({
  async reopenThread(threadId, sandbox = null) {
    const params = { threadId, ...withoutNulls({ sandbox }), excludeTurns: true };
    const response = await peer.request(METHOD.resumeThread, params);
    return readResponse(METHOD.resumeThread, ThreadResult, response);
  },
  async copyThread({ id: threadId, model, modelProvider, reasoningEffort, cwd }) {
    const effort = reasoningEffort ?? null;
    const params = {
      threadId,
      ...withoutNulls({
        model: model ?? null,
        modelProvider: modelProvider ?? null,
        cwd: cwd ?? null,
        config: effort === null ? null : { model_reasoning_effort: effort },
      }),
      threadSource: "user",
      excludeTurns: true,
      deferGoalContinuation: true,
    };
    const response = await peer.request(METHOD.forkThread, params);
    return readResponse(METHOD.forkThread, ThreadResult, response).thread.id;
  },
  async nameThread(threadId, name) {
    // One that is not loaded is not found.
    if (!features.has("thread/name/set of a stored thread"))
      await peer.request(METHOD.resumeThread, { threadId });
    await peer.request(METHOD.nameThread, { threadId, name });
  },
  async archiveThread(threadId) {
    await peer.request(METHOD.archiveThread, { threadId });
  },
  async unarchiveThread(threadId) {
    const response = await peer.request(METHOD.unarchiveThread, { threadId });
    return readResponse(METHOD.unarchiveThread, StoredThreadResult, response).thread;
  },
  async deleteThread(threadId) {
    const request = peer.request(METHOD.deleteThread, { threadId });
    await request.catch(needsVersion(METHOD.deleteThread, features));
  },
  async compactThread(threadId) {
    await peer.request(METHOD.compactThread, { threadId });
  },
  async revertThread(threadId, cut) {
    await revertThread(peer, features, { threadId, ...cut });
  },
  async pathKind(path) {
    try {
      const response = await peer.request(METHOD.readMetadata, { path });
      const { isDirectory } = readResponse(METHOD.readMetadata, MetadataResult, response);
      return isDirectory ? "directory" : "file";
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return /no such file|not found/i.test(error.error.message) ? "missing" : "unknown";
    }
  },
  turns: (threadId, how) => storedTurns(peer, threadId, how),
});

async function* storedTurns(
  peer: Peer,
  threadId: string,
  { first, items }: TurnsOptions,
): AsyncIterable<Turn> {
  const fetchPage = (cursor: string | null): Promise<TurnListResult> =>
    listTurns(peer, {
      threadId,
      cursor,
      limit: items ? FULL_PAGE : PAGE,
      sortDirection: first === "oldest" ? "asc" : "desc",
      itemsView: items ? "full" : "notLoaded",
    });
  for await (const page of pages(fetchPage)) yield* page;
}

const PAGE = 100;
/** A turn may hold megabytes of command output. */
const FULL_PAGE = 5;
