import type { Peer } from "../rpc/peer.js";
import { METHOD } from "./methods.js";
import { readResponse, ThreadTurnsResult, TurnListResult } from "./results.js";
import { isUnknownMethod } from "./unknown-method.js";
import type { Turn } from "./turn.js";

/** Reads a stored turn, if it is among the latest of its thread. */
export async function readTurn(
  peer: Peer,
  { threadId, turnId }: { threadId: string; turnId: string },
  withinMs: number,
): Promise<Turn | undefined> {
  const hasId = ({ id }: Turn): boolean => id === turnId;
  const page = { threadId, limit: LATEST, sortDirection: "desc", itemsView: "full" };
  try {
    const response = await peer.request(METHOD.listTurns, page, withinMs);
    return readResponse(METHOD.listTurns, TurnListResult, response).data.find(hasId);
  } catch (error) {
    // Servers before 0.122 return all turns of a thread or none.
    if (!isUnknownMethod(error, METHOD.listTurns)) throw error;
    const response = await peer.request(
      METHOD.readThread,
      { threadId, includeTurns: true },
      withinMs,
    );
    return readResponse(METHOD.readThread, ThreadTurnsResult, response).thread.turns?.find(hasId);
  }
}

/** A review is stored as two turns. */
const LATEST = 2;
