import type { Cause } from "../outcome/causes.js";
import { CliError } from "../outcome/errors.js";
import { UpgradeRejected } from "../transport/upgrade-rejected.js";

/** Explains why there is no connection to `name`: each reason has its own message and hint. */
export function connectionError(error: unknown, name: string): CliError {
  if (error instanceof CliError) return error;
  const [kind, why, hint] = reasonOf(error as NodeJS.ErrnoException);
  return new CliError(kind, `cannot connect to ${name}: ${why}`, { hint, cause: error });
}

type Reason = readonly [kind: Cause, why: string, hint: string];

function reasonOf(error: NodeJS.ErrnoException): Reason {
  if (error instanceof UpgradeRejected) return rejected(error.status);
  const { code = "", message } = error;
  const known = REASONS.get(code);
  if (known !== undefined) return known;
  if (/CERT|SELF_SIGNED|ISSUER|LEAF_SIGNATURE/.test(code))
    return ["server_unreachable", `its TLS certificate is not accepted: ${message}`, CERTIFICATE];
  if (code.startsWith("ERR_SSL") || code === "EPROTO")
    return ["server_unreachable", `TLS failed: ${message}`, "is it ws:// and not wss://?"];
  if (code.startsWith("HPE_") || message === "socket hang up" || code === "ECONNRESET")
    return ["protocol", "what listens there is not a WebSocket server", NOT_CODEX];
  if (/handshake has timed out/i.test(message))
    return ["server_unreachable", "no response to the upgrade within 10 s", NOT_CODEX];
  return ["server_unreachable", message, NOT_CODEX];
}

/** Whether the server may be starting, or a proxy may wait for it: another attempt may succeed. */
export const mayBeStarting = (error: unknown): boolean =>
  error instanceof UpgradeRejected
    ? [502, 503, 504].includes(error.status)
    : STARTING.has((error as NodeJS.ErrnoException).code ?? "");

const STARTING: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOENT", "EAI_AGAIN"]);

const START = "start one: codex app-server --listen ws://127.0.0.1:4500";
const NOT_CODEX = "is a codex app-server listening there? it is started with --listen";
const CERTIFICATE = "for an authority of your own: NODE_EXTRA_CA_CERTS=FILE";

const REASONS: ReadonlyMap<string, Reason> = new Map([
  ["ECONNREFUSED", ["server_unreachable", "nothing listens there", START]],
  ["ENOENT", ["server_missing", "there is no such socket", START]],
  ["EACCES", ["server_unreachable", "the socket is another user's", "connect as its owner"]],
  ["ENOTSOCK", ["server_unreachable", "it is not a socket", START]],
  ["ENOTFOUND", ["server_unreachable", "there is no host of that name", "check the address"]],
  ["EAI_AGAIN", ["server_unreachable", "the host's name cannot be resolved", "check the network"]],
  ["ETIMEDOUT", ["server_unreachable", "the host does not respond", "check the network"]],
  ["EHOSTUNREACH", ["server_unreachable", "the host is not reachable", "check the network"]],
  ["ENETUNREACH", ["server_unreachable", "the network is not reachable", "check the network"]],
]);

const NO_ORIGIN = "codex rejects any request with an Origin header, which a proxy may add";

function rejected(status: number): Reason {
  if (status === 401) {
    return [
      "unauthorized",
      "it rejects the token, or needs one (401)",
      "give it with --connect-token-file FILE or TURNPIPE_CONNECT_TOKEN",
    ];
  }
  if (status === 403) return ["unauthorized", "it does not accept this client (403)", NO_ORIGIN];
  const why = `it responds with HTTP status ${String(status)}, not as a WebSocket server`;
  return ["protocol", why, NOT_CODEX];
}
