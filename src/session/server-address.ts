import { join, resolve } from "node:path";

import { codexHome } from "../files/home-directories.js";
import { CliError } from "../outcome/errors.js";

/** A running server to use instead of starting one. */
export interface ConnectOptions {
  /** As on the command line: `ws://…`, `wss://…`, `unix://…` or `auto`. */
  address: string;
  tokenFile?: string | undefined;
}

/** Where a running app-server listens; `auto` looks for one on this machine. */
export type ServerAddress =
  | { kind: "web"; url: string; isEncrypted: boolean; isLoopback: boolean }
  | { kind: "unix"; path: string }
  | { kind: "auto"; controlSocket: string };

interface World {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
}

/** Parses the address of `--connect`. */
export function parseServerAddress(text: string, world: World): ServerAddress {
  const controlSocket = join(codexHome(world), "app-server-control", "app-server-control.sock");
  if (text === "auto") return { kind: "auto", controlSocket };
  if (text.startsWith(UNIX)) {
    const path = text.slice(UNIX.length);
    return { kind: "unix", path: path === "" ? controlSocket : resolve(world.cwd, path) };
  }
  if (!URL.canParse(text)) throw invalid(text, `expected ${EXPECTED}`);
  const url = new URL(text);
  if (!/^wss?:$/.test(url.protocol) || url.hash !== "") throw invalid(text, `expected ${EXPECTED}`);
  if (url.username !== "" || url.password !== "") {
    throw invalid(withoutLogin(url), "an address has no login", {
      hint: "give the token with --connect-token-file FILE or TURNPIPE_CONNECT_TOKEN",
    });
  }
  const isEncrypted = url.protocol === "wss:";
  return { kind: "web", url: url.href, isEncrypted, isLoopback: isLoopback(url.hostname) };
}

/** An address for messages: without its query, which may hold a secret. */
export function addressName(address: Exclude<ServerAddress, { kind: "auto" }>): string {
  if (address.kind === "unix") return `${UNIX}${address.path}`;
  const { protocol, host, pathname } = new URL(address.url);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}

const UNIX = "unix://";
const EXPECTED = "ws://HOST:PORT, wss://HOST, unix:///PATH, unix:// or auto";

function withoutLogin(url: URL): string {
  return `${url.protocol}//…@${url.host}`;
}

const invalid = (text: string, why: string, options?: { hint: string }): CliError =>
  new CliError("usage", `--connect ${text}: ${why}`, options);

/** Whether a name or an address is that of this machine for sure: other names depend on a resolver. */
const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
