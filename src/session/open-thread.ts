import type { AppServer } from "../protocol/app-server.js";
import type { SandboxMode, ThreadParams } from "../protocol/params.js";
import type { Settings, ThreadResult } from "../protocol/results.js";
import { RpcError } from "../rpc/peer.js";
import type { SearchRules, ThreadQuery } from "./find-thread.js";
import { findThread } from "./find-thread.js";
import { likeExec } from "./exec-params.js";
import { ownSandbox } from "./own-sandbox.js";
import type { SandboxAtMost } from "./sandbox-at-most.js";
import { narrowed, sandboxInForce } from "./sandbox-at-most.js";
import { explained, notFound } from "./thread-errors.js";
import type { Trust } from "./trust.js";
import { withTrust } from "./trust.js";

/** The thread a turn is to run on: a new one, a stored one, or a branch of a stored one. */
export type ThreadRequest = {
  params: ThreadParams;
  rules: SearchRules;
  trust?: Trust | undefined;
  sandboxAtMost?: SandboxAtMost | undefined;
} & ({ kind: "new" } | { kind: "resume" | "fork"; query: ThreadQuery | undefined });

/** A stored thread that is opened as it is, for what is no turn of anybody's. */
export interface PlainThreadRequest {
  kind: "reopen";
  query: ThreadQuery;
  cwd: string;
}

export interface OpenedThread {
  started: ThreadResult;
  /** What the turn has to say again. */
  approvalPolicy: unknown;
  effort: string | null;
  /** What of the wish did not count. */
  warning?: string | undefined;
}

/** Finds, starts, resumes or forks. */
export async function openThread(
  server: AppServer,
  wish: ThreadRequest | PlainThreadRequest,
): Promise<OpenedThread> {
  if (wish.kind === "reopen") return reopen(server, wish);
  if (wish.rules === "own") return openOwn(server, wish);
  const settings = await server.readConfig(wish.params.cwd).catch(noSettings);
  const params = likeExec(wish.kind, wish.params, settings);
  return {
    started: await open(server, wish, params),
    approvalPolicy: params.approvalPolicy,
    effort: settings.model_reasoning_effort ?? null,
  };
}

async function reopen(
  server: AppServer,
  { query, cwd }: PlainThreadRequest,
): Promise<OpenedThread> {
  const id = await findThread(server, query, { cwd, rules: "own" });
  if (id === undefined) throw notFound(query);
  const sandbox = await ownSandbox(server, id);
  const started = await explained(server.reopenThread(id, sandbox), query);
  return { started, approvalPolicy: null, effort: null };
}

/** A thread that goes on as it was: the server sees to most of that when it resumes, not when it forks. */
async function openOwn(server: AppServer, wish: ThreadRequest): Promise<OpenedThread> {
  const { cwd, approvalPolicy } = wish.params;
  const query = wish.kind === "new" ? undefined : wish.query;
  const kind = query === undefined ? "new" : wish.kind;
  const readSettings = () => server.readConfig(cwd).catch(noSettings);
  const requested = await withTrust({ ...wish, kind }, readSettings);
  if (query === undefined) {
    const { warning, ...narrow } = await narrowing(wish, requested, async () =>
      sandboxInForce(cwd, await readSettings()),
    );
    const started = await server.startThread({ ...requested, ...narrow });
    return { started, approvalPolicy, effort: null, warning };
  }
  const id = await findThread(server, query, { cwd, rules: "own" });
  if (id === undefined) throw notFound(query);
  const own = requested.sandbox ?? (await ownSandbox(server, id));
  const { warning, sandbox } = await narrowing(wish, requested, () => Promise.resolve(own));
  const params = { ...requested, sandbox: sandbox ?? own };
  if (kind === "resume") {
    const started = await explained(server.resumeThread(id, params), query);
    return { started, approvalPolicy, effort: null, warning };
  }
  const { model, modelProvider, reasoningEffort } = await explained(server.readThread(id), query);
  const same = {
    ...params,
    model: params.model ?? model ?? null,
    modelProvider: modelProvider ?? null,
  };
  const started = await explained(server.forkThread(id, same), query);
  // The effort of another model may not be one of this.
  const effort = params.model === null ? (reasoningEffort ?? null) : null;
  return { started, approvalPolicy, effort, warning };
}

/** What a project's word about the sandbox comes to; nobody is asked where there is none. */
async function narrowing(
  { sandboxAtMost }: Pick<ThreadRequest, "sandboxAtMost">,
  { sandbox }: ThreadParams,
  inForce: () => Promise<SandboxMode | null>,
): Promise<Pick<ThreadParams, "sandbox"> & { warning: string | undefined }> {
  if (sandboxAtMost === undefined) return { sandbox, warning: undefined };
  const { sandbox: narrower, warning } = narrowed(sandboxAtMost, sandbox ?? (await inForce()));
  return { sandbox: narrower ?? sandbox, warning };
}

async function open(
  server: AppServer,
  wish: ThreadRequest,
  params: ThreadParams,
): Promise<ThreadResult> {
  if (wish.kind === "new" || wish.query === undefined) return server.startThread(params);
  const { kind, query, rules } = wish;
  const id = await findThread(server, query, { cwd: params.cwd, rules });
  if (id === undefined) {
    // codex exec starts a new thread where there is none to resume.
    if (kind === "resume") return server.startThread(params);
    throw notFound(query);
  }
  const opening =
    kind === "resume" ? server.resumeThread(id, params) : server.forkThread(id, params);
  return explained(opening, query);
}

/** A server that cannot tell its settings uses them all the same. */
function noSettings(error: unknown): Settings {
  if (error instanceof RpcError) return {};
  throw error;
}
