import { CliError } from "../../outcome/errors.js";
import type { Peer } from "../../rpc/peer.js";
import { RpcError } from "../../rpc/peer.js";
import { METHOD } from "../methods.js";
import { readResponse, ThreadTurnsResult, TurnListResult } from "../results.js";
import type { Features } from "./features.js";
import { versionHint } from "./features.js";
import { ifUnknown } from "./unknown-method.js";

/** Params of `thread/turns/list`. */
interface ListTurnsParams {
  threadId: string;
  cursor?: string | null;
  limit: number;
  sortDirection: "asc" | "desc";
  itemsView: "full" | "notLoaded";
}

/** Lists turns. Servers without `thread/turns/list` return all turns of a thread, here as one page. */
export const listTurns = (
  peer: Peer,
  params: ListTurnsParams,
  withinMs?: number,
): Promise<TurnListResult> =>
  peer.request(METHOD.listTurns, params, withinMs).then(
    (response) => readResponse(METHOD.listTurns, TurnListResult, response),
    ifUnknown(METHOD.listTurns, async () => {
      const wanted = { threadId: params.threadId, includeTurns: true };
      const response = await peer.request(METHOD.readThread, wanted, withinMs);
      const { turns = [] } = readResponse(METHOD.readThread, ThreadTurnsResult, response).thread;
      return { data: params.sortDirection === "asc" ? turns : turns.toReversed() };
    }),
  );

/**
 * Removes a turn and all later ones. Servers without `thread/revert` take a number of turns, and so
 * do newer ones for a thread that an older codex started.
 */
export const revertThread = (
  peer: Peer,
  features: Features,
  { threadId, beforeTurn, turns }: { threadId: string; beforeTurn: string; turns: number },
): Promise<unknown> => {
  const rollBack = (): Promise<unknown> =>
    peer.request(METHOD.rollBackThread, { threadId, numTurns: turns });
  if (!features.has("thread/revert")) return rollBack();
  return peer
    .request(METHOD.revertThread, { threadId, beforeTurnId: beforeTurn })
    .catch((error: unknown) => {
      if (!isAboutPages(error)) return ifUnknown(METHOD.revertThread, rollBack)(error);
      if (features.has("thread/rollback")) return rollBack();
      const message = `codex ${features.version} cannot roll back a thread of an older codex`;
      throw new CliError("refused", message, {
        hint: versionHint("thread/rollback"),
        cause: error,
      });
    });
};

/** Starts a thread; without pagination if the server's store has none and rejects it. */
export const startThread = (
  peer: Peer,
  features: Features,
  params: { historyMode?: string },
): Promise<unknown> => {
  const { historyMode, ...plain } = params;
  if (historyMode === undefined || !features.has("paginatedThreads"))
    return peer.request(METHOD.startThread, plain);
  return peer.request(METHOD.startThread, params).catch((error: unknown) => {
    if (!isAboutPages(error)) throw error;
    return peer.request(METHOD.startThread, plain);
  });
};

const isAboutPages = (error: unknown): boolean =>
  error instanceof RpcError &&
  [-32600, -32601].includes(error.error.code) &&
  /paginated/i.test(error.message);
