import { platform } from "node:os";

import { CliError } from "../outcome/errors.js";
import type { AccountState } from "../protocol/account-calls.js";
import type { AppServer } from "../protocol/app-server.js";
import type { CommandEnd, CommandPlace } from "../protocol/command-calls.js";
import { RpcError } from "../rpc/peer.js";
import { readLogin } from "./login.js";
import type { PlainThreadRequest, ThreadRequest } from "./open-thread.js";
import type { Notes } from "./session.js";

/** What has to work before a turn is worth its tokens: the login it needs, and its sandbox. */
export async function preflight(
  server: AppServer,
  thread: ThreadRequest | PlainThreadRequest,
  notes: Notes,
): Promise<void> {
  requireLogin(await readLogin(server));
  if (thread.kind === "reopen" || thread.params.sandbox === "danger-full-access") return;
  // A stored thread has a sandbox of its own, which is not known before it is opened.
  const { cwd, sandbox, workspaceRoots: roots } = thread.params;
  const works = await requireSandbox(server, { cwd, sandbox, roots, withinMs: SANDBOX_MS });
  if (!works) notes.warn(`--preflight cannot check the sandbox: ${TOO_OLD}`);
}

export const TOO_OLD = "this codex cannot run a command without a turn";

const SANDBOX_MS = 10_000;

/** Somebody has to be logged in, unless the model provider asks for nobody. */
export function requireLogin({ account, requiresOpenaiAuth }: AccountState): void {
  if ((account ?? null) !== null || requiresOpenaiAuth === false) return;
  throw new CliError("unauthorized", "not logged in", {
    hint: "log in with: turnpipe login (or set CODEX_API_KEY)",
  });
}

/** Whether a command that does nothing runs there; false where the server cannot try. */
export async function requireSandbox(
  server: Pick<AppServer, "runCommand">,
  place: CommandPlace,
): Promise<boolean> {
  const end = await server.runCommand(NOTHING, place).catch(refused);
  if (end === undefined) return false;
  if (end.exitCode !== 0) throw broken(wordsOf(end, place));
  return true;
}

const NOTHING = platform() === "win32" ? ["cmd.exe", "/c", "exit 0"] : ["true"];

/** What cannot even be begun is refused; only a server that is too busy says nothing about a sandbox. */
function refused(error: unknown): never {
  if (!(error instanceof RpcError) || error.error.code === BUSY) throw error;
  throw broken(error.error.message);
}

const BUSY = -32001;

function wordsOf({ exitCode, stderr = "" }: CommandEnd, { withinMs }: CommandPlace): string {
  const said = stderr.trim().replace(/\s+/g, " ");
  if (said !== "") return said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said;
  return exitCode === TIMED_OUT
    ? `a command that does nothing did not end within ${String(withinMs / 1000)} s`
    : `a command that does nothing ended with status ${String(exitCode)}`;
}

const LONGEST = 400;
const TIMED_OUT = 124;

const broken = (why: string): CliError =>
  new CliError("sandbox", `the sandbox does not work here: ${why}`, {
    hint: "on Linux it needs user namespaces; where something else isolates codex: --sandbox danger-full-access",
  });
