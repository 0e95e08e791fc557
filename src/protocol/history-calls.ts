import type { Peer } from "../rpc/peer.js";
import { CALL } from "./methods.js";
import { pages } from "./pages.js";
import type { SandboxMode } from "./params.js";
import { given } from "./params.js";
import type { StoredThread } from "./results.js";
import { readResponse, ReadResult, ThreadRead, ThreadResult, TurnsResult } from "./results.js";
import { isUnknown, needsVersion } from "./too-old.js";
import type { Turn } from "./turn.js";

/** What can be done with a stored thread besides going on with it. */
export interface HistoryCalls {
  /** Loads a thread as it is, so that it can be compacted or shortened. */
  reopenThread(threadId: string, sandbox?: SandboxMode | null): Promise<ThreadResult>;
  /** A copy of a thread as it is; the server would forget its model, effort and directory. */
  copyThread(thread: StoredThread): Promise<string>;
  nameThread(threadId: string, name: string): Promise<void>;
  archiveThread(threadId: string): Promise<void>;
  unarchiveThread(threadId: string): Promise<StoredThread>;
  deleteThread(threadId: string): Promise<void>;
  compactThread(threadId: string): Promise<void>;
  /** Takes a turn and all that came after it out of a loaded thread. */
  revertThread(threadId: string, cut: { beforeTurn: string; turns: number }): Promise<void>;
  /** The stored turns, page by page. */
  turns(threadId: string, how: TurnsOptions): AsyncIterable<Turn>;
}

/** In which order, and whether with all that is in them. */
interface TurnsOptions {
  first: "oldest" | "latest";
  items: boolean;
}

export const historyCalls = (peer: Peer): HistoryCalls => ({
  async reopenThread(threadId, sandbox = null) {
    const params = { threadId, ...given({ sandbox }), excludeTurns: true };
    const response = await peer.request(CALL.resumeThread, params);
    return readResponse(CALL.resumeThread, ThreadResult, response);
  },
  async copyThread({ id: threadId, model, modelProvider, reasoningEffort, cwd }) {
    const effort = reasoningEffort ?? null;
    const params = {
      threadId,
      ...given({
        model: model ?? null,
        modelProvider: modelProvider ?? null,
        cwd: cwd ?? null,
        config: effort === null ? null : { model_reasoning_effort: effort },
      }),
      threadSource: "user",
      excludeTurns: true,
      deferGoalContinuation: true,
    };
    const response = await peer.request(CALL.forkThread, params);
    return readResponse(CALL.forkThread, ThreadResult, response).thread.id;
  },
  async nameThread(threadId, name) {
    await peer.request(CALL.nameThread, { threadId, name });
  },
  async archiveThread(threadId) {
    await peer.request(CALL.archiveThread, { threadId });
  },
  async unarchiveThread(threadId) {
    const response = await peer.request(CALL.unarchiveThread, { threadId });
    return readResponse(CALL.unarchiveThread, ThreadRead, response).thread;
  },
  async deleteThread(threadId) {
    const asking = peer.request(CALL.deleteThread, { threadId });
    await asking.catch(needsVersion(CALL.deleteThread, "0.140.0"));
  },
  async compactThread(threadId) {
    await peer.request(CALL.compactThread, { threadId });
  },
  async revertThread(threadId, { beforeTurn, turns }) {
    const asking = peer.request(CALL.revertThread, { threadId, beforeTurnId: beforeTurn });
    await asking.catch((error: unknown) => {
      // Before 0.151 turns were counted from the end.
      if (!isUnknown(error, CALL.revertThread)) throw error;
      return peer.request(CALL.rollBackThread, { threadId, numTurns: turns });
    });
  },
  turns: (threadId, how) => storedTurns(peer, threadId, how),
});

async function* storedTurns(
  peer: Peer,
  threadId: string,
  { first, items }: TurnsOptions,
): AsyncIterable<Turn> {
  const ask = async (cursor: string | null): Promise<TurnsResult> => {
    const params = {
      threadId,
      cursor,
      limit: items ? FULL_PAGE : PAGE,
      sortDirection: first === "oldest" ? "asc" : "desc",
      itemsView: items ? "full" : "notLoaded",
    };
    const response = await peer.request(CALL.listTurns, params);
    return readResponse(CALL.listTurns, TurnsResult, response);
  };
  try {
    for await (const page of pages(ask)) yield* page;
  } catch (error) {
    // Before 0.122 a thread is read with all its turns or with none.
    if (!isUnknown(error, CALL.listTurns)) throw error;
    const response = await peer.request(CALL.readThread, { threadId, includeTurns: true });
    const { turns = [] } = readResponse(CALL.readThread, ReadResult, response).thread;
    yield* first === "oldest" ? turns : turns.toReversed();
  }
}

const PAGE = 100;
/** A turn may hold megabytes of command output. */
const FULL_PAGE = 5;
