import { VERSION } from "../../src/version.js";
import type { Event, Step, WireMessage } from "./fixture.js";

const client = (message: WireMessage): Step => ({ from: "client", message });
export const server = (message: WireMessage): Step => ({ from: "server", message });
/** News as the server sends it. */
export const notification = (method: string, params: unknown): Step => server({ method, params });
/** Our answer to a question of the server. */
export const answerTo = (id: string | number): Step => client({ id });

const THREAD = "thread-1";
const TURN = "turn-1";
/** What marks news as ours. */
export const OURS = { threadId: THREAD, turnId: TURN };

/** `initialize` and its reply. */
export const GREETING: readonly Step[] = [
  client({ id: 0, method: "initialize" }),
  server({ id: 0, result: { userAgent: "codex_exec/0.166.0 (Linux; x86_64)" } }),
  client({ method: "initialized" }),
];

/** A thread is asked for and started. */
export const THREAD_START: readonly Step[] = [
  client({ id: 1, method: "thread/start" }),
  server({
    id: 1,
    result: {
      thread: { id: THREAD },
      model: "scripted",
      modelProvider: "nobody",
      cwd: "/workdir",
      sandbox: { type: "readOnly" },
      approvalPolicy: "never",
    },
  }),
];

/** A turn is asked for and begins. */
export const TURN_START: readonly Step[] = [
  client({ id: 2, method: "turn/start" }),
  server({ id: 2, result: { turn: { id: TURN } } }),
  notification("turn/started", { threadId: THREAD, turn: { id: TURN, status: "inProgress" } }),
];

/** Everything before the model says a word. */
export const OPENING: readonly Step[] = [...GREETING, ...THREAD_START, ...TURN_START];

/** One message of the model. */
export const message = (text: string): Step =>
  notification("item/completed", {
    ...OURS,
    item: { type: "agentMessage", id: `raw-${text}`, text },
  });

/** The turn is over. */
export const turnEnds = (status: "completed" | "failed" | "interrupted"): Step =>
  notification("turn/completed", { threadId: THREAD, turn: { id: TURN, status, durationMs: 7 } });

/** The end of a turn that went well, and our leave. */
export const ENDING: readonly Step[] = [
  turnEnds("completed"),
  client({ id: 3, method: "thread/unsubscribe" }),
  server({ id: 3, result: {} }),
];

/** What we print first for this conversation. */
export const STARTED: readonly Event[] = [
  {
    type: "thread.started",
    thread_id: THREAD,
    model: "scripted",
    model_provider: "nobody",
    effort: null,
    cwd: "/workdir",
    sandbox: "read-only",
    approval_policy: "never",
    codex_version: "0.166.0",
    turnpipe_version: VERSION,
    instruction_sources: [],
    service_tier: null,
  },
  { type: "turn.started" },
];

/** What we print for one message. */
export const said = (text: string, index = 0): Event => ({
  type: "item.completed",
  item: { id: `item_${index}`, type: "agent_message", text, phase: null },
});

/** A turn that cost nothing. */
export const NO_USAGE = {
  input_tokens: 0,
  cached_input_tokens: 0,
  cache_write_input_tokens: 0,
  output_tokens: 0,
  reasoning_output_tokens: 0,
};

/** A turn that did nothing. */
export const NO_WORK = {
  commands_ok: 0,
  commands_failed: 0,
  declined: 0,
  files_changed: 0,
  mcp_failed: 0,
  unknown_items: 0,
  writes_blocked: 0,
  hooks_run: 0,
  hooks_failed: 0,
};

/** The last line of a turn that went well; `more` are the fields that differ. */
export const completed = (finalMessage: string | null, more: object = {}): Event => ({
  type: "turn.completed",
  usage: NO_USAGE,
  duration_ms: 7,
  thread_id: THREAD,
  turn_id: TURN,
  final_message: finalMessage,
  exit_code: 0,
  cause: "completed",
  problem: null,
  work: NO_WORK,
  turn_usage: NO_USAGE,
  rate_limits: null,
  model_rerouted: null,
  ...more,
});

interface FailedWith {
  readonly message: unknown;
  readonly cause: string;
  readonly exit: number;
  readonly retryable?: boolean;
}

/** The last line of a run that was broken off; `more` are the fields that differ. */
export const failed = (
  { message, cause, exit, retryable }: FailedWith,
  more: Readonly<Record<string, unknown>> = {},
): Event => ({
  type: "turn.failed",
  error: { message, cause, retryable: retryable ?? false, http_status: null, resets_at: null },
  exit_code: exit,
  duration_ms: null,
  thread_id: THREAD,
  turn_id: TURN,
  work: NO_WORK,
  turn_usage: NO_USAGE,
  rate_limits: null,
  final_message: null,
  partial: more["turn_id"] !== null && CUT_SHORT.has(cause),
  model_rerouted: null,
  ...more,
});

const CUT_SHORT: ReadonlySet<string> = new Set([
  "timeout",
  "budget",
  "hangup",
  "interrupted",
  "terminated",
]);

/** As far as a run gets that has no thread yet. */
export const NO_THREAD = { thread_id: null, turn_id: null };

/** Work, but for what is named. */
export const work = (done: Partial<typeof NO_WORK>): { work: typeof NO_WORK } => ({
  work: { ...NO_WORK, ...done },
});
