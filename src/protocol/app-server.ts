import type { RequestId } from "../rpc/message.js";
import type { Incoming, Peer } from "../rpc/peer.js";
import { Refusal } from "../rpc/peer.js";
import { helloParams } from "./greeting.js";
import { CALL, TELL } from "./methods.js";
import type { ServerNews } from "./notifications.js";
import { parseNews } from "./notifications.js";
import { InitializeResult, ReadResult, readReply, ThreadResult, TurnResult } from "./results.js";
import type { Question, Reply } from "./server-requests.js";
import { parseQuestion } from "./server-requests.js";
import type { Wanted } from "./subscriptions.js";
import type { Turn } from "./turn.js";

export type SandboxMode = "read-only" | "workspace-write" | "danger-full-access";

export type UserInput = { type: "text"; text: string } | { type: "localImage"; path: string };

export interface ThreadParams {
  model: string | null;
  cwd: string;
  workspaceRoots: readonly string[];
  approvalPolicy: string;
  sandbox: SandboxMode | null;
  ephemeral: boolean;
}

export interface TurnParams {
  threadId: string;
  input: readonly UserInput[];
  cwd: string;
  approvalPolicy: string;
  effort: string | null;
  summary: string | null;
  outputSchema: unknown;
}

/** Everything that arrives without having been asked for. */
export type ServerEvent =
  | { kind: "news"; news: ServerNews }
  | { kind: "question"; question: Question }
  | { kind: "malformed"; problem: string };

/** The typed face of a server: our words in, the server's words on the wire. */
export interface AppServer {
  initialize(wanted: Wanted): Promise<{ version: string }>;
  startThread(params: ThreadParams): Promise<ThreadResult>;
  startTurn(params: TurnParams): Promise<string>;
  /** Its reply proves nothing; the end of the turn does. */
  interruptTurn(threadId: string, turnId: string): Promise<void>;
  /** The stored turn, with all its items. */
  readTurn(threadId: string, turnId: string): Promise<Turn | undefined>;
  unsubscribe(threadId: string): Promise<void>;
  answer(id: RequestId, reply: Reply): void;
  /** Nobody waits for this server any more: `events` ends with this error. */
  abandon(error: Error): void;
  /** What arrived and was not taken yet. */
  waiting(): ServerEvent[];
  events(): AsyncIterable<ServerEvent>;
}

/** Puts the codex vocabulary on a JSON-RPC peer. */
export function appServer(peer: Peer): AppServer {
  return {
    async initialize(wanted) {
      const reply = await peer.request(CALL.initialize, helloParams(wanted), STARTUP_MS);
      const { userAgent } = readReply(CALL.initialize, InitializeResult, reply);
      peer.notify(TELL.initialized);
      return { version: /^[^/]*\/(\d+\.\d+\.\d+\S*)/.exec(userAgent)?.[1] ?? userAgent };
    },
    async startThread(params) {
      const wire = threadStartParams(params);
      const reply = await peer.request(CALL.startThread, wire).catch((error: unknown) => {
        if (!needsPlainHistory(error)) throw error;
        return peer.request(CALL.startThread, { ...wire, historyMode: undefined });
      });
      return readReply(CALL.startThread, ThreadResult, reply);
    },
    async startTurn(params) {
      const reply = await peer.request(CALL.startTurn, { ...params, turnTrigger: "exec" });
      return readReply(CALL.startTurn, TurnResult, reply).turn.id;
    },
    async interruptTurn(threadId, turnId) {
      await peer.request(CALL.interruptTurn, { threadId, turnId });
    },
    async readTurn(threadId, turnId) {
      const reply = await peer.request(
        CALL.readThread,
        { threadId, includeTurns: true },
        CLOSING_MS,
      );
      const { thread } = readReply(CALL.readThread, ReadResult, reply);
      return thread.turns?.find((turn) => turn.id === turnId);
    },
    async unsubscribe(threadId) {
      await peer.request(CALL.unsubscribe, { threadId }, CLOSING_MS);
    },
    answer: (id, reply) => {
      peer.answer(id, reply);
    },
    abandon: (error) => {
      peer.incoming.fail(error);
    },
    waiting: () => peer.incoming.waiting().map(serverEvent),
    async *events() {
      for await (const incoming of peer.incoming) yield serverEvent(incoming);
    },
  };
}

const STARTUP_MS = 30_000;
const CLOSING_MS = 2_000;

function serverEvent(incoming: Incoming): ServerEvent {
  switch (incoming.kind) {
    case "notification":
      return { kind: "news", news: parseNews(incoming.method, incoming.params) };
    case "request":
      return { kind: "question", question: parseQuestion(incoming) };
    case "malformed":
      return incoming;
  }
}

/** A store that cannot page refuses paginated threads; it is asked once more for a plain one. */
const needsPlainHistory = (error: unknown): boolean =>
  error instanceof Refusal && error.error.code === -32600 && /paginated/i.test(error.message);

const threadStartParams = ({ workspaceRoots, sandbox, ephemeral, ...same }: ThreadParams) => ({
  ...same,
  runtimeWorkspaceRoots: workspaceRoots,
  ...(sandbox === null ? {} : { sandbox }),
  ephemeral,
  ...(ephemeral ? {} : { historyMode: "paginated" }),
  threadSource: "user",
});
