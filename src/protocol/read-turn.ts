import type { Peer } from "../rpc/peer.js";
import { CALL } from "./methods.js";
import { readResponse, ReadResult, TurnsResult } from "./results.js";
import { isUnknown } from "./too-old.js";
import type { Turn } from "./turn.js";

/** A turn as it is stored, if it is among the latest of its thread. */
export async function readTurn(
  peer: Peer,
  { threadId, turnId }: { threadId: string; turnId: string },
  withinMs: number,
): Promise<Turn | undefined> {
  const isIt = ({ id }: Turn): boolean => id === turnId;
  const page = { threadId, limit: LATEST, sortDirection: "desc", itemsView: "full" };
  try {
    const response = await peer.request(CALL.listTurns, page, withinMs);
    return readResponse(CALL.listTurns, TurnsResult, response).data.find(isIt);
  } catch (error) {
    // Before 0.122 a thread is read with all its turns or with none.
    if (!isUnknown(error, CALL.listTurns)) throw error;
    const response = await peer.request(
      CALL.readThread,
      { threadId, includeTurns: true },
      withinMs,
    );
    return readResponse(CALL.readThread, ReadResult, response).thread.turns?.find(isIt);
  }
}

/** A review is stored as two turns. */
const LATEST = 2;
