import { setTimeout as delay } from "node:timers/promises";

import { CliError } from "../../outcome/errors.js";
import { METHOD } from "../methods.js";
import type { Turn } from "../turn.js";
import { stateName } from "../versions/field-spellings.js";
import type { TrackedThread, WireMessage } from "./tracked-thread.js";

/** A new connection to a server that is known. */
export interface Link {
  /** Sends a request; an error response is `undefined`. Rejects if this connection is lost, too. */
  call(method: string, params: object): Promise<unknown>;
  notify(method: string): void;
  /** Removes and returns what has arrived and is not handled yet, as far as it matches. */
  take(matches: (message: WireMessage) => boolean): WireMessage[];
}

type Call = Link["call"];

/** A stored turn with its items; a review is stored as two turns with one root. */
interface StoredTurn {
  turn: Turn;
  items: readonly unknown[];
}

/**
 * Subscribes to a thread again and returns the notifications that were missed. Throws if its turn is gone:
 * the server was restarted, or does not store the thread.
 */
export async function rejoin(thread: TrackedThread, link: Link): Promise<WireMessage[]> {
  const { call } = link;
  const threadId = thread.id;
  const read = await call(METHOD.readThread, { threadId });
  const isLoaded = read !== undefined && statusOf(read) !== "notLoaded";
  if (thread.turnId === undefined) {
    // No turn yet, or between two: the server may even have nothing stored. The next turn subscribes.
    await call(
      METHOD.resumeThread,
      isLoaded ? { threadId, excludeTurns: true } : reopening(thread),
    );
    return [];
  }
  const joined = isLoaded && (await subscribe(thread, call));
  const stored = await latestTurn(thread, call);
  const isOver = stored !== undefined && !isRunning(stored.turn);
  if (!joined && (!isOver || stored.turn.status === "interrupted"))
    throw turnIsGone(thread, isLoaded);
  if (stored === undefined) return [];
  const messages = thread.missed(stored.turn, stored.items);
  return isOver ? [...messages, ...(await endOf(thread, stored, link))] : messages;
}

/** Subscribes to the thread of a sub-agent, if it still runs: its requests are for us, too. */
export async function rejoinSubAgent(threadId: string, { call }: Link): Promise<void> {
  if (statusOf(await call(METHOD.readThread, { threadId })) !== "active") return;
  await call(METHOD.resumeThread, { threadId, excludeTurns: true });
}

/** Subscribes to a thread. One whose first turn was just started is stored a moment later. */
async function subscribe(thread: TrackedThread, call: Call): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const params = { threadId: thread.id, excludeTurns: true };
    if ((await call(METHOD.resumeThread, params)) !== undefined) return true;
    await delay(PAUSE_MS);
  }
  return false;
}

const ATTEMPTS = 10;
const PAUSE_MS = 100;

/** The notifications before the end of a thread's turn that were not seen. */
export async function readBack(thread: TrackedThread, link: Link): Promise<WireMessage[]> {
  const stored = await latestTurn(thread, link.call);
  const items = stored === undefined ? [] : thread.missed(stored.turn, stored.items);
  return [...items, ...(await readUsage(thread, link))];
}

/**
 * The usage of a turn that is over. It is stored nowhere that can be read, but the server repeats it when a
 * thread is opened with all its turns, of which there may be too many: it is asked once.
 */
async function readUsage(thread: TrackedThread, { call, take }: Link): Promise<WireMessage[]> {
  if (thread.askedForUsage) return [];
  thread.askedForUsage = true;
  const { id: threadId } = thread;
  await call(METHOD.resumeThread, { threadId, excludeTurns: false });
  // The usage follows the response; the response to this request follows the usage.
  await call(METHOD.readThread, { threadId });
  const repeated = take(
    ({ method, params }) =>
      method === "deprecationNotice" ||
      (method === USAGE && (params as { threadId?: unknown }).threadId === threadId),
  );
  const usage = repeated.filter(({ method }) => method === USAGE).at(-1);
  return usage === undefined ? [] : thread.missedUsage(usage);
}

const USAGE = "thread/tokenUsage/updated";

/**
 * Finds the turn that a request without a response has started, if the server has received it. It becomes
 * active, and is stored, a moment after it was started.
 */
export async function startedTurn(
  threadId: string,
  isIt: (turn: Turn) => boolean,
  { call }: Link,
): Promise<Turn | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const turn = (await latestTurns(threadId, call)).find(isIt);
    if (turn !== undefined) return turn;
    const isActive = statusOf(await call(METHOD.readThread, { threadId })) === "active";
    if (!isActive && attempt >= IDLE_ATTEMPTS) return undefined;
    await delay(PAUSE_MS);
  }
  return undefined;
}

const IDLE_ATTEMPTS = 3;

/** Whether a turn has the message with this id of ours. */
export const hasMessage =
  (clientId: unknown) =>
  ({ items = [] }: Turn): boolean =>
    items.some((item) => (item as { clientId?: unknown }).clientId === clientId);

async function latestTurn(thread: TrackedThread, call: Call): Promise<StoredTurn | undefined> {
  const turns = await latestTurns(thread.id, call);
  const ours = turns.filter(({ id, rootTurnId }) => (rootTurnId ?? id) === thread.turnId);
  const [turn] = ours.filter(({ id }) => id === thread.turnId).concat(ours);
  if (turn === undefined) return undefined;
  // The reviewer's own turn is the later of the two in the list, and has what was done first.
  const items = [...ours.filter((each) => each !== turn), turn].flatMap((each) => each.items ?? []);
  return { turn, items };
}

async function latestTurns(threadId: string, call: Call): Promise<readonly Turn[]> {
  const page = { threadId, limit: LATEST, sortDirection: "desc", itemsView: "full" };
  const found = (await call(METHOD.listTurns, page)) as { data?: readonly Turn[] } | undefined;
  return found?.data ?? [];
}

/** A review is stored as two turns. */
const LATEST = 2;

/** The end of a turn that is over, with the usage before it. */
async function endOf(
  thread: TrackedThread,
  { turn, items }: StoredTurn,
  link: Link,
): Promise<WireMessage[]> {
  const usage = await readUsage(thread, link);
  const params = { threadId: thread.id, turn: { ...turn, items, itemsView: "full" } };
  return [...usage, ...thread.live({ method: "turn/completed", params })];
}

/** An inner turn ends before the turn that has started it. */
export const isRunning = ({ status, rootTurnId, id }: Turn): boolean =>
  status === "inProgress" || (rootTurnId ?? id) !== id;

const statusOf = (read: unknown): string =>
  stateName((read as { thread?: { status?: unknown } } | undefined)?.thread?.status);

/** Only what a thread is resumed with; the rest was for a new one. */
function reopening({ id: threadId, opening }: TrackedThread): object {
  const kept = Object.entries(opening).filter(([key]) => REOPENING.has(key));
  return { ...Object.fromEntries(kept), threadId, excludeTurns: true };
}

const REOPENING: ReadonlySet<string> = new Set([
  "model",
  "modelProvider",
  "cwd",
  "runtimeWorkspaceRoots",
  "approvalPolicy",
  "approvalsReviewer",
  "sandbox",
  "permissions",
  "config",
]);

const turnIsGone = ({ id }: TrackedThread, isLoaded: boolean): CliError =>
  isLoaded
    ? new CliError("server_unreachable", "the connection was lost, and the thread is not stored", {
        hint: "without --ephemeral a turn survives a lost connection",
      })
    : new CliError(
        "server_crashed",
        `the app-server was restarted: the turn on thread ${id} is gone`,
        {
          hint: `continue with: turnpipe resume ${id}`,
        },
      );
