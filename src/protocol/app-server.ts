import type { RequestId } from "../rpc/message.js";
import type { Incoming, Peer } from "../rpc/peer.js";
import type { AccountCalls } from "./account-calls.js";
import type { CommandCalls } from "./command-calls.js";
import { initializeParams } from "./initialize.js";
import type { HistoryCalls } from "./history-calls.js";
import { METHOD, CLIENT_NOTIFICATION } from "./methods.js";
import type { ModelCalls } from "./model-calls.js";
import type { ThreadParams } from "./params.js";
import type { ServerNotification } from "./notifications.js";
import { TURN_COMPLETED, parseNotification } from "./notifications.js";
import type { CodexSettings } from "./results.js";
import { ConfigResult, InitializeResult, readResponse, StatusResult } from "./results.js";
import type { ServerRequest, RpcResponse } from "./server-requests.js";
import { isServerRequest, parseServerRequest } from "./server-requests.js";
import { effectiveSettings } from "./effective-settings.js";
import type { NotificationOptions } from "./subscriptions.js";
import { optOutMethods } from "./subscriptions.js";
import type { ThreadEvents } from "./thread-events.js";
import { ThreadRouter } from "./thread-events.js";
import type { ThreadCalls } from "./thread-calls.js";
import { threadCalls } from "./thread-calls.js";
import type { Turn } from "./turn.js";
import type { TurnCalls } from "./turn-calls.js";
import { turnCalls } from "./turn-calls.js";
import { Features } from "./versions/features.js";
import type { OlderNotifications } from "./versions/older-notifications.js";

/** A message that the server sent of its own accord. */
export type ServerEvent =
  | { kind: "notification"; notification: ServerNotification }
  | { kind: "serverRequest"; serverRequest: ServerRequest }
  | { kind: "malformed"; problem: string };

/** A typed client of `codex app-server`. */
export interface AppServer extends ThreadCalls, TurnCalls {
  /** Calls that a turn does not need; their modules are loaded by the first use. */
  history(): Promise<HistoryCalls>;
  accounts(): Promise<AccountCalls>;
  models(): Promise<ModelCalls>;
  commands(): Promise<CommandCalls>;
  initialize(wanted: NotificationOptions, withinMs?: number): Promise<void>;
  /** What the server supports; its version is known after `initialize`. */
  readonly features: Features;
  /** Logs in with an API key, as the server is configured to store it. */
  logIn(apiKey: string): Promise<void>;
  /** Reads the codex config that applies in a directory. */
  readConfig(cwd: string): Promise<CodexSettings>;
  /** The status of a loaded thread: `idle`, `active` … */
  readStatus(threadId: string, withinMs: number): Promise<string>;
  /** Queues a `turn/completed` as if the server had sent it, for an end found by polling. */
  queueTurnCompleted(threadId: string, turn: Turn): void;
  unsubscribe(threadId: string): Promise<void>;
  /** Ends the commands of a thread that still run in the background. */
  cleanTerminals(threadId: string): Promise<void>;
  answer(id: RequestId, response: RpcResponse): void;
  /** Aborted when the connection is closed: work on server requests can stop. */
  readonly gone: AbortSignal;
  /** Events that have arrived and were not consumed yet. */
  waiting(): ServerEvent[];
  /** All events. Only for a connection on which no turn runs. */
  events(): AsyncIterable<ServerEvent>;
  /** Starts to receive the events of one thread; others can be open at the same time. */
  openThreadEvents(threadId: string): ThreadEvents;
}

/** Wraps a JSON-RPC peer as an app-server client. */
export function appServer(
  peer: Peer,
  startedWith: () => Promise<ThreadParams["config"]> = () => Promise.resolve(null),
): AppServer {
  peer.rejectUnknownRequests(isServerRequest);
  let router: ThreadRouter | undefined;
  const features = new Features();
  const newThreads = new Set<string>();
  return {
    features,
    ...threadCalls(peer, features, newThreads),
    ...turnCalls(peer, features),
    history: async () => (await import("./history-calls.js")).historyCalls(peer, features),
    accounts: async () => (await import("./account-calls.js")).accountCalls(peer, features),
    models: async () => (await import("./model-calls.js")).modelCalls(peer),
    commands: async () => (await import("./command-calls.js")).commandCalls(peer),
    async initialize(wanted, withinMs = STARTUP_MS) {
      const response = await peer.request(METHOD.initialize, initializeParams(wanted), withinMs);
      const { userAgent } = readResponse(METHOD.initialize, InitializeResult, response);
      peer.notify(CLIENT_NOTIFICATION.initialized);
      features.version = /^[^/]*\/(\d+\.\d+\.\d+\S*)/.exec(userAgent)?.[1] ?? userAgent;
      if (features.has("declinedApprovals")) return;
      const { olderAdapter } = await import("./versions/older-adapter.js");
      const optedOut = optOutMethods(wanted);
      peer.adapt(await olderAdapter(peer, features, { optedOut, startedWith }));
    },
    async logIn(apiKey) {
      await peer.request(METHOD.logIn, { type: "apiKey", apiKey });
    },
    async readConfig(cwd) {
      const response = await peer.request(METHOD.readConfig, { cwd, includeLayers: false });
      return effectiveSettings(readResponse(METHOD.readConfig, ConfigResult, response));
    },
    async readStatus(threadId, withinMs) {
      const response = await peer.request(METHOD.readThread, { threadId }, withinMs);
      return readResponse(METHOD.readThread, StatusResult, response).thread.status;
    },
    queueTurnCompleted: (threadId, turn) => {
      const method = TURN_COMPLETED;
      peer.incoming.push({ kind: "notification", method, params: { threadId, turn } });
    },
    async unsubscribe(threadId) {
      await peer.request(METHOD.unsubscribe, { threadId }, CLOSING_MS);
    },
    async cleanTerminals(threadId) {
      await peer.request(METHOD.cleanTerminals, { threadId }, CLOSING_MS);
    },
    answer: (id, response) => {
      peer.answer(id, response);
    },
    gone: peer.gone,
    waiting: () => peer.incoming.waiting().map(serverEvent),
    events: () => serverEvents(peer, features, newThreads),
    openThreadEvents(threadId) {
      router ??= new ThreadRouter(serverEvents(peer, features, newThreads));
      return router.open(threadId);
    },
  };
}

/** How long a server may take to respond to initialize, unless the user says so. */
export const STARTUP_MS = 30_000;
const CLOSING_MS = 2_000;

async function* serverEvents(
  { incoming }: Peer,
  features: Features,
  newThreads: ReadonlySet<string>,
): AsyncGenerator<ServerEvent> {
  let older: OlderNotifications | undefined;
  for await (const each of incoming) {
    const event = serverEvent(each);
    if (event.kind !== "notification" || !sendsOlder(features)) yield event;
    else {
      older ??= await olderNotifications(features, newThreads);
      for (const notification of older.adapt(event.notification))
        yield { kind: "notification", notification };
    }
  }
}

/** By the youngest of the differences; what comes from the conversation API has none of them. */
const sendsOlder = (features: Features): boolean =>
  !features.has("usage reported once") && features.has("items of threads");

const olderNotifications = async (
  ...given: [Features, ReadonlySet<string>]
): Promise<OlderNotifications> =>
  new (await import("./versions/older-notifications.js")).OlderNotifications(...given);

function serverEvent(incoming: Incoming): ServerEvent {
  switch (incoming.kind) {
    case "notification":
      return {
        kind: "notification",
        notification: parseNotification(incoming.method, incoming.params),
      };
    case "request":
      return { kind: "serverRequest", serverRequest: parseServerRequest(incoming) };
    case "malformed":
      return incoming;
  }
}
