import type { Peer } from "../rpc/peer.js";
import { METHOD } from "./methods.js";
import type { ReviewTarget, TurnParams, UserInput } from "./params.js";
import { readResponse, StartedTurnResult } from "./results.js";
import type { Turn } from "./turn.js";
import type { Features } from "./versions/features.js";
import { listTurns } from "./versions/older-calls.js";
import { notSupported } from "./versions/unknown-method.js";

/** Requests that start, steer, interrupt and read a turn. */
export interface TurnCalls {
  startTurn(params: TurnParams): Promise<string>;
  startReview(threadId: string, target: ReviewTarget): Promise<string>;
  /** Sends more input to a running turn. */
  steerTurn(threadId: string, turnId: string, input: readonly UserInput[]): Promise<void>;
  /** The response does not mean that the turn has stopped; only `turn/completed` does. */
  interruptTurn(threadId: string, turnId: string): Promise<void>;
  /** Reads a stored turn with all its items, if it is among the latest of its thread. */
  readTurn(threadId: string, turnId: string, withinMs?: number): Promise<Turn | undefined>;
}

export const turnCalls = (peer: Peer, features: Features): TurnCalls => ({
  async startTurn(params) {
    if (params.cyberAccessProgram !== null && !features.has("cyberAccessProgram"))
      throw notSupported("cyberAccessProgram", features);
    const response = await peer.request(METHOD.startTurn, turnParams(params));
    return readResponse(METHOD.startTurn, StartedTurnResult, response).turn.id;
  },
  async startReview(threadId, target) {
    const response = await peer.request(METHOD.startReview, { threadId, target, delivery: null });
    return readResponse(METHOD.startReview, StartedTurnResult, response).turn.id;
  },
  async steerTurn(threadId, turnId, input) {
    await peer.request(METHOD.steerTurn, { threadId, input, expectedTurnId: turnId });
  },
  async interruptTurn(threadId, turnId) {
    await peer.request(METHOD.interruptTurn, { threadId, turnId });
  },
  async readTurn(threadId, turnId, withinMs = READ_MS) {
    const page = { threadId, limit: LATEST, sortDirection: "desc", itemsView: "full" } as const;
    const { data } = await listTurns(peer, page, withinMs);
    return data.find(({ id }) => id === turnId);
  },
});

const turnParams = ({ cyberAccessProgram, ...params }: TurnParams) => ({
  ...params,
  turnTrigger: "exec",
  ...(cyberAccessProgram === null ? {} : { cyberAccessProgram }),
});

const READ_MS = 2_000;
/** A review is stored as two turns. */
const LATEST = 2;
