import { setTimeout as delay } from "node:timers/promises";

import type { CliError } from "../outcome/errors.js";
import type { Transport } from "../transport/transport.js";
import { openWebSocket } from "../transport/web-socket.js";
import { connectionError, mayBeStarting } from "./connection-errors.js";
import type { ServerAddress } from "./server-address.js";
import { addressName } from "./server-address.js";

/** Where to connect, and with which token. */
export interface ServerEndpoint {
  address: Exclude<ServerAddress, { kind: "auto" }>;
  token: string | undefined;
}

/** Connects to a server; for some seconds, as it may be starting. Throws a CliError that says why not. */
export async function dial(
  { address, token }: ServerEndpoint,
  stop: AbortSignal,
): Promise<Transport> {
  const endpoint =
    address.kind === "web"
      ? { url: address.url, token }
      : { url: "ws://localhost/", socketPath: address.path, token };
  for (let attempt = 1; ; attempt++) {
    try {
      return await openWebSocket(endpoint, stop);
    } catch (error) {
      if (stop.aborted) throw stop.reason;
      if (attempt === ATTEMPTS || !mayBeStarting(error))
        throw connectionError(error, addressName(address));
    }
    await delay(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Connects again after a connection was lost, for up to a minute: networks come back. */
export async function redial(endpoint: ServerEndpoint, stop: AbortSignal): Promise<Transport> {
  const until = performance.now() + REDIAL_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await dial(endpoint, stop);
    } catch (error) {
      if (stop.aborted) throw stop.reason;
      if (isFinal(error as CliError) || performance.now() + pauseMs > until) throw error;
    }
    await delay(pauseMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

const REDIAL_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** A server that is not there was waited for already. */
const isFinal = ({ kind, cause }: CliError): boolean =>
  kind === "unauthorized" || mayBeStarting(cause);

const ATTEMPTS = 40;
const PAUSE_MS = 150;
