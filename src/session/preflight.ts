import { platform } from "node:os";

import { CliError } from "../outcome/errors.js";
import type { AccountState } from "../protocol/account-calls.js";
import type { AppServer } from "../protocol/app-server.js";
import type { SandboxedCommandResult, CommandOptions } from "../protocol/command-calls.js";
import { RpcError } from "../rpc/peer.js";
import { readLogin } from "./login.js";
import type { PlainThreadRequest, ThreadRequest } from "./open-thread.js";
import type { Notes } from "./session.js";
import { shorten } from "../text/shorten.js";

/** Checks the login and the sandbox before a turn costs tokens. */
export async function preflight(
  server: AppServer,
  thread: ThreadRequest | PlainThreadRequest,
  notes: Notes,
): Promise<void> {
  requireLogin(await readLogin(server));
  if (thread.kind === "reopen" || thread.params.sandbox === "danger-full-access") return;
  // A stored thread has its own sandbox, which is not known before it is opened.
  const { cwd, sandbox, workspaceRoots: roots } = thread.params;
  const works = await requireSandbox(server, { cwd, sandbox, roots, withinMs: SANDBOX_MS });
  if (!works) notes.warn(`--preflight cannot check the sandbox: ${TOO_OLD}`);
}

export const TOO_OLD = "this codex cannot run a command without a turn";

const SANDBOX_MS = 10_000;

/** Throws unless somebody is logged in or the model provider needs no login. */
export function requireLogin({ account, requiresOpenaiAuth }: AccountState): void {
  if ((account ?? null) !== null || requiresOpenaiAuth === false) return;
  throw new CliError("unauthorized", "not logged in", {
    hint: "log in with: turnpipe login (or set CODEX_API_KEY)",
  });
}

/**
 * Throws if codex says that nobody is logged in. Where it cannot say so, because it is old or has to ask a
 * backend that does not answer, the turn will show.
 */
export async function checkLogin(server: AppServer): Promise<void> {
  const state = await readLogin(server).catch((error: unknown) => {
    if (error instanceof RpcError || error instanceof CliError) return undefined;
    throw error;
  });
  if (state !== undefined) requireLogin(state);
}

/**
 * Runs a no-op command in the sandbox, and throws if it fails; false if the server cannot run one.
 */
export async function requireSandbox(
  server: Pick<AppServer, "commands">,
  place: CommandOptions,
): Promise<boolean> {
  const commands = await server.commands();
  const end = await commands.runCommand(NOOP, place).catch(throwSandboxError);
  if (end === undefined) return false;
  if (end.exitCode !== 0) throw sandboxError(describeFailure(end, place));
  return true;
}

const NOOP = platform() === "win32" ? ["cmd.exe", "/c", "exit 0"] : ["true"];

/** A command that cannot be started means a broken sandbox, unless the server is overloaded. */
function throwSandboxError(error: unknown): never {
  if (!(error instanceof RpcError) || error.error.code === BUSY) throw error;
  throw sandboxError(error.error.message);
}

const BUSY = -32001;

function describeFailure(
  { exitCode, stderr = "" }: SandboxedCommandResult,
  { withinMs }: CommandOptions,
): string {
  const message = stderr.trim().replace(/\s+/g, " ");
  if (message !== "") return shorten(message, MAX_MESSAGE);
  return exitCode === TIMED_OUT
    ? `a test command did not exit within ${String(withinMs / 1000)} s`
    : `a test command exited with status ${String(exitCode)}`;
}

const MAX_MESSAGE = 400;
const TIMED_OUT = 124;

const sandboxError = (why: string): CliError =>
  new CliError("sandbox", `the sandbox does not work here: ${why}`, {
    hint: "on Linux it needs user namespaces; where something else isolates codex: --sandbox danger-full-access",
  });
