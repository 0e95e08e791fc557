import type { Peer } from "../rpc/peer.js";
import type { Turn } from "./turn.js";
import { listTurns } from "./versions/older-calls.js";

/** Reads a stored turn, if it is among the latest of its thread. */
export async function readTurn(
  peer: Peer,
  { threadId, turnId }: { threadId: string; turnId: string },
  withinMs: number,
): Promise<Turn | undefined> {
  const page = { threadId, limit: LATEST, sortDirection: "desc", itemsView: "full" } as const;
  const { data } = await listTurns(peer, page, withinMs);
  return data.find(({ id }) => id === turnId);
}

/** A review is stored as two turns. */
const LATEST = 2;
