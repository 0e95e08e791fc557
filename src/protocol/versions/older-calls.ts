import type { Peer } from "../../rpc/peer.js";
import { RpcError } from "../../rpc/peer.js";
import { METHOD } from "../methods.js";
import { readResponse, ThreadTurnsResult, TurnListResult } from "../results.js";
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

/** Removes a turn and all later ones. Servers without `thread/revert` take a number of turns. */
export const revertThread = (
  peer: Peer,
  threadId: string,
  { beforeTurn, turns }: { beforeTurn: string; turns: number },
): Promise<unknown> =>
  peer
    .request(METHOD.revertThread, { threadId, beforeTurnId: beforeTurn })
    .catch(
      ifUnknown(METHOD.revertThread, () =>
        peer.request(METHOD.rollBackThread, { threadId, numTurns: turns }),
      ),
    );

/** Starts a thread; without pagination if the server's store has none and rejects it. */
export const startThread = (peer: Peer, params: object): Promise<unknown> =>
  peer.request(METHOD.startThread, params).catch((error: unknown) => {
    if (!needsPlainHistory(error)) throw error;
    return peer.request(METHOD.startThread, { ...params, historyMode: undefined });
  });

const needsPlainHistory = (error: unknown): boolean =>
  error instanceof RpcError && error.error.code === -32600 && /paginated/i.test(error.message);
