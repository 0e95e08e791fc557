import { CliError } from "../outcome/errors.js";
import type { AppServer } from "../protocol/app-server.js";
import type { SandboxMode, SandboxPolicy, ThreadParams } from "../protocol/params.js";
import type { CodexSettings, StoredThread, ThreadResult } from "../protocol/results.js";
import { RpcError } from "../rpc/peer.js";
import type { SearchRules, ThreadQuery } from "./find-thread.js";
import { findThread } from "./find-thread.js";
import { execParams } from "./exec-params.js";
import { ownSandbox } from "./own-sandbox.js";
import type { SandboxAtMost } from "./sandbox-at-most.js";
import { narrowSandbox, sandboxInForce } from "./sandbox-at-most.js";
import { explainThreadError, threadNotFound } from "./thread-errors.js";
import type { Trust } from "./trust.js";
import { withTrust } from "./trust.js";

/** Set for a thread on a server that ran before: paths are the server's, and others may use it, too. */
type Connected = boolean | undefined;

/** The thread a turn is to run on: a new one, a stored one, or a branch of a stored one. */
export type ThreadRequest = {
  params: ThreadParams;
  rules: SearchRules;
  trust?: Trust | undefined;
  connected?: Connected;
  sandboxAtMost?: SandboxAtMost | undefined;
} & ({ kind: "new" } | { kind: "resume" | "fork"; query: ThreadQuery | undefined });

/** A stored thread that is opened unchanged, for a task that is not a user's turn. */
export interface PlainThreadRequest {
  kind: "reopen";
  query: ThreadQuery;
  cwd: string;
  connected?: Connected;
}

export interface OpenedThread {
  started: ThreadResult;
  /** Has to be repeated in turn/start. */
  approvalPolicy: unknown;
  effort: string | null;
  /** Has to be sent with the first turn, as the thread was opened with a narrower one. */
  sandboxPolicy?: SandboxPolicy | undefined;
  /** codex's settings, if they were read. */
  settings?: CodexSettings | undefined;
  /** Which part of the request was ignored. */
  warning?: string | undefined;
}

/** Finds, starts, resumes or forks the thread of a turn. */
export async function openThread(
  server: AppServer,
  request: ThreadRequest | PlainThreadRequest,
): Promise<OpenedThread> {
  if (request.kind === "reopen") return reopen(server, request);
  if (request.rules === "own") return openOwn(server, request);
  const settings = await server.readConfig(request.params.cwd).catch(ignoreRpcError);
  const params = execParams(request.kind, request.params, settings);
  return {
    started: await open(server, request, params),
    approvalPolicy: params.approvalPolicy,
    effort: settings.model_reasoning_effort ?? null,
    settings,
  };
}

async function reopen(
  server: AppServer,
  { query, cwd }: PlainThreadRequest,
): Promise<OpenedThread> {
  const id = await findThread(server, query, { cwd, rules: "own" });
  if (id === undefined) throw threadNotFound(query);
  await refuseArchived(server, id);
  const sandbox = await ownSandbox(server, id);
  const history = await server.history();
  const started = await explainThreadError(history.reopenThread(id, sandbox), query);
  return { started, approvalPolicy: null, effort: null };
}

/** Opens a thread with its own settings. The server keeps most of them on resume, not on fork. */
async function openOwn(server: AppServer, request: ThreadRequest): Promise<OpenedThread> {
  const { cwd, approvalPolicy } = request.params;
  const query = request.kind === "new" ? undefined : request.query;
  const kind = query === undefined ? "new" : request.kind;
  // Loaded on demand: most runs start a server of their own.
  const connected = request.connected === true ? await import("./connected-thread.js") : undefined;
  await connected?.requireServerDirectory(server, cwd);
  const readSettings = () => server.readConfig(cwd).catch(ignoreRpcError);
  const requested = await withTrust({ ...request, kind }, readSettings);
  if (query === undefined) {
    const { warning, ...narrow } = await applySandboxAtMost(request, requested, async () =>
      sandboxInForce(cwd, await readSettings()),
    );
    const params = { ...requested, ...narrow };
    if (connected === undefined || request.trust !== undefined) {
      const started = await server.startThread(params);
      return { started, approvalPolicy, effort: null, warning };
    }
    const opening = connected.openingWithoutTrust(params, await readSettings());
    const started = await server.startThread(opening.params);
    const { sandboxPolicy } = opening;
    const sandbox = sandboxPolicy ?? started.sandbox;
    const opened = { started: { ...started, sandbox }, sandboxPolicy };
    return { ...opened, approvalPolicy, effort: null, warning };
  }
  const id = await findThread(server, query, { cwd, rules: "own" });
  if (id === undefined) throw threadNotFound(query);
  await refuseArchived(server, id);
  const own = requested.sandbox ?? (await ownSandbox(server, id));
  const { warning, sandbox } = await applySandboxAtMost(request, requested, () =>
    Promise.resolve(own),
  );
  const params = { ...requested, sandbox: sandbox ?? own };
  if (kind === "resume") {
    const started = await explainThreadError(server.resumeThread(id, params), query);
    connected?.requireIdle(started);
    return { started, approvalPolicy, effort: null, warning };
  }
  const { model, modelProvider, reasoningEffort } = await explainThreadError(
    server.readThread(id),
    query,
  );
  const forkParams = {
    ...params,
    model: params.model ?? model ?? null,
    modelProvider: modelProvider ?? null,
  };
  const started = await explainThreadError(server.forkThread(id, forkParams), query);
  // Another model may not support the effort.
  const effort = params.model === null ? (reasoningEffort ?? null) : null;
  return { started, approvalPolicy, effort, warning };
}

/** Older servers resume an archived thread in silence, or do not find it. */
async function refuseArchived(server: AppServer, id: string): Promise<void> {
  if (server.features.has("archived threads are refused")) return;
  const { refuseResumingArchived } = await import("./archived-threads.js");
  await refuseResumingArchived(server, id);
}

/** Applies the sandbox of a project's config file; reads `inForce` only if there is one. */
async function applySandboxAtMost(
  { sandboxAtMost }: Pick<ThreadRequest, "sandboxAtMost">,
  { sandbox }: ThreadParams,
  inForce: () => Promise<SandboxMode | null>,
): Promise<Pick<ThreadParams, "sandbox"> & { warning: string | undefined }> {
  if (sandboxAtMost === undefined) return { sandbox, warning: undefined };
  const { sandbox: narrower, warning } = narrowSandbox(sandboxAtMost, sandbox ?? (await inForce()));
  return { sandbox: narrower ?? sandbox, warning };
}

async function open(
  server: AppServer,
  request: ThreadRequest,
  params: ThreadParams,
): Promise<ThreadResult> {
  if (request.kind === "new" || request.query === undefined) return server.startThread(params);
  const { kind, query, rules } = request;
  const id = await findThread(server, query, { cwd: params.cwd, rules });
  if (id === undefined) {
    // codex exec starts a new thread if there is none to resume.
    if (kind === "resume") return server.startThread(params);
    throw nothingToFork(query);
  }
  const opening =
    kind === "resume" ? server.resumeThread(id, params) : server.forkThread(id, params);
  return explainThreadError(opening, query);
}

/** Reads the thread that `codex exec fork` names. */
export async function readThreadToFork(
  server: AppServer,
  query: ThreadQuery,
  cwd: string,
): Promise<StoredThread> {
  const id = await findThread(server, query, { cwd, rules: "exec" });
  if (id === undefined) throw nothingToFork(query);
  return explainThreadError(server.readThread(id), query);
}

/** In codex's words. */
const nothingToFork = (query: ThreadQuery): CliError =>
  new CliError("input", `Session not found: ${query.by === "name" ? query.name : ""}`);

/** A server that cannot report its settings still applies them. */
function ignoreRpcError(error: unknown): CodexSettings {
  if (error instanceof RpcError) return {};
  throw error;
}
