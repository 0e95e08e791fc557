import { CliError } from "../errors.js";
import type { AppServer } from "../protocol/app-server.js";
import { appServer } from "../protocol/app-server.js";
import type { Wanted } from "../protocol/subscriptions.js";
import { Peer, Refusal } from "../rpc/peer.js";
import type { Transport } from "../transport/transport.js";
import { VERSION } from "../version.js";
import { explainClosing } from "./closing.js";
import { reach } from "./reach.js";
import { checkVersion } from "./version.js";

/** Things worth telling people that are not events of the turn. */
export interface Notes {
  warn(text: string): void;
  /** Only for those who asked to see more. */
  note(text: string): void;
}

export interface Session {
  server: AppServer;
  codexVersion: string;
  /** Our own, as we tell it. */
  version: string;
  /** Marks the server, so that all processes it starts from then on are found when it is ended. */
  markProcesses?: (() => Promise<void>) | undefined;
  /** Names the directories that commands may write to: mount points they leave there are removed. */
  expectCommands?: ((directories: readonly string[]) => void) | undefined;
}

export interface SessionSettings {
  wanted: Wanted;
  stop: AbortSignal;
  notes: Notes;
  /** For a server that is not to know any other login. */
  apiKey?: string | undefined;
  /** Our own version, if not this one. */
  version?: string | undefined;
  /** How long it may take to start. */
  startupMs?: number | undefined;
}

/** Shakes hands with a server, hands the session out, and always closes the server again. */
export async function withSession<T>(
  transport: Transport,
  { wanted, stop, notes, apiKey, startupMs, version: own = VERSION }: SessionSettings,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  let ready = false;
  const server = appServer(new Peer(transport, (closing) => explainClosing(closing, ready)));
  try {
    const { version } = await reach(server.initialize(wanted, startupMs), stop);
    ready = true;
    checkVersion(version, notes.warn);
    notes.note(`server: codex ${version}`);
    if (apiKey !== undefined) await reach(server.logIn(apiKey), stop);
    const markProcesses = async (): Promise<void> => transport.markProcesses?.();
    const expectCommands = (directories: readonly string[]): void =>
      transport.expectCommands?.(directories);
    return await use({
      server,
      codexVersion: version,
      version: own,
      markProcesses,
      expectCommands,
    });
  } catch (error) {
    throw explainRefusal(error);
  } finally {
    for (const { pid, name } of await transport.close()) notes.note(`ended: ${pid} ${name}`);
  }
}

/** A refused call is named by what the refusal says of itself; anything else is what it is. */
export function explainRefusal(refusal: unknown): unknown {
  if (!(refusal instanceof Refusal)) return refusal;
  const { code, data } = refusal.error;
  const details = { cause: refusal };
  if (code === OVERLOADED) return new CliError("overloaded", refusal.message, details);
  const inputCode = (data as { input_error_code?: unknown } | undefined)?.input_error_code;
  if (inputCode !== undefined) return new CliError("input", refusal.message, details);
  return new CliError("refused", refusal.message, details);
}

const OVERLOADED = -32001;
