import type { RunContext } from "../context.js";
import { abortable } from "../async/abortable.js";
import type { Transport } from "../transport/transport.js";
import { ConnectedTransport } from "./connected-transport.js";
import { connectionToken } from "./connection-token.js";
import { dial, redial } from "./dial.js";
import { findServer } from "./find-server.js";
import type { ConnectOptions } from "./server-address.js";
import { addressName, parseServerAddress } from "./server-address.js";
import { apiKeyIn } from "./server-spec.js";
import type { Notes } from "./session.js";

/** Reads what connecting to a running server needs; the function returned opens the connection. */
export async function runningServer(
  { address: text, tokenFile }: ConnectOptions,
  { env, cwd, stop, secrets, launcher }: RunContext,
  notes: Notes,
): Promise<() => Transport> {
  const { warn, note } = notes;
  // The user's config may name a server: then one was started that is not needed.
  launcher.killAll();
  const { signal } = stop;
  const given = parseServerAddress(text, { env, cwd });
  const token = await connectionToken(given, tokenFile, { env, cwd, signal });
  if (token !== undefined) secrets.addSecret(token);
  if (apiKeyIn(env) !== undefined)
    warn("CODEX_API_KEY is not used: a running server has a login of its own");
  const address =
    given.kind === "auto"
      ? await abortable(findServer(given.controlSocket, signal), signal)
      : given;
  if (address.kind === "web" && !address.isEncrypted && !address.isLoopback)
    warn(`the connection to ${addressName(address)} is not encrypted: use wss://, or a tunnel`);
  note(`server: ${addressName(address)}`);
  const endpoint = { address, token };
  return () =>
    new ConnectedTransport({
      dial: (until) => dial(endpoint, until),
      redial: (until) => redial(endpoint, until),
      notes,
    });
}
