import { setMaxListeners } from "node:events";

import { CliError } from "../outcome/errors.js";
import type { AppServer } from "../protocol/app-server.js";
import { appServer } from "../protocol/app-server.js";
import type { NotificationOptions } from "../protocol/subscriptions.js";
import type { ThreadParams } from "../protocol/params.js";
import { checkVersion } from "../protocol/versions/check-version.js";
import { Peer, RpcError } from "../rpc/peer.js";
import type { Transport } from "../transport/transport.js";
import { VERSION } from "../version.js";
import { explainClosing } from "./closed-error.js";
import { abortable } from "../async/abortable.js";

/** Where messages for the user go that are not events of the turn. */
export interface Notes {
  warn(text: string): void;
  /** Printed with --verbose only. */
  note(text: string): void;
}

export interface Session {
  server: AppServer;
  codexVersion: string;
  /** Our own version, as printed. */
  version: string;
  /** Sets the directories that commands may write to: mount points left there are removed. */
  trackMountPoints?: ((directories: readonly string[]) => void) | undefined;
  /**
   * Stops the server, and resolves when it has exited: then nothing writes to CODEX_HOME any more. What it
   * started may still be stopping.
   */
  stop?: (() => Promise<void>) | undefined;
}

export interface SessionSettings {
  wanted: NotificationOptions;
  stop: AbortSignal;
  notes: Notes;
  /** Logs the server in with this key only. */
  apiKey?: string | undefined;
  /** Our own version, if not the current one. */
  version?: string | undefined;
  /** The timeout for initialize. */
  startupMs?: number | undefined;
  /** Whether the server ran before, and may be far away. */
  connected?: boolean | undefined;
  /** What the server was started with, as `config` of a thread; read for a server that ignores it there. */
  startedWith?: (() => Promise<ThreadParams["config"]>) | undefined;
}

/** Initializes a server, calls `use` with the session, and always closes the server. */
export async function withSession<T>(
  transport: Transport,
  settings: SessionSettings,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const { wanted, stop, notes, apiKey, startupMs, connected, version: own = VERSION } = settings;
  // Each turn on the session listens to it.
  setMaxListeners(0, stop);
  let ready = false;
  const requestMs = connected === true ? CONNECTED_REQUEST_MS : undefined;
  const peer = new Peer(transport, (closing) => explainClosing(closing, ready), requestMs);
  const server = appServer(peer, settings.startedWith);
  try {
    const initialized = server.initialize(wanted, startupMs).catch((error: unknown) => {
      throw connected === true && error instanceof RpcError ? notAnAppServer(error) : error;
    });
    await abortable(initialized, stop);
    ready = true;
    const { version } = server.features;
    checkVersion(version);
    notes.note(`server: codex ${version}`);
    if (apiKey !== undefined) await abortable(server.logIn(apiKey), stop);
    const trackMountPoints = (directories: readonly string[]): void =>
      transport.trackMountPoints?.(directories);
    return await use({
      server,
      codexVersion: version,
      version: own,
      trackMountPoints,
      stop: async () => {
        transport.close().catch(() => undefined);
        await transport.closed;
      },
    });
  } catch (error) {
    throw explainRpcError(error);
  } finally {
    for (const { pid, name } of await transport.close()) notes.note(`ended: ${pid} ${name}`);
  }
}

/** A server that is shared may be busy with others. */
const CONNECTED_REQUEST_MS = 600_000;

const notAnAppServer = (cause: RpcError): CliError =>
  new CliError("protocol", `what listens there rejects ${cause.message}`, {
    hint: "is it a codex app-server?",
    cause,
  });

/** Maps an RpcError to a CliError by its code and data; returns any other error unchanged. */
export function explainRpcError(rpcError: unknown): unknown {
  if (!(rpcError instanceof RpcError)) return rpcError;
  const { code, data } = rpcError.error;
  const details = { cause: rpcError };
  if (code === OVERLOADED) return new CliError("overloaded", rpcError.message, details);
  const inputCode = (data as { input_error_code?: unknown } | undefined)?.input_error_code;
  if (inputCode !== undefined) return new CliError("input", rpcError.message, details);
  if (rpcError.error.message.startsWith(BROKEN_CONFIG))
    return new CliError("config", rpcError.error.message, details);
  return new CliError("refused", rpcError.message, details);
}

/** No field tells it from other invalid requests. */
const BROKEN_CONFIG = "failed to load configuration:";

const OVERLOADED = -32001;
