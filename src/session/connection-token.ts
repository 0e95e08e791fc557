import { statSync } from "node:fs";
import { platform } from "node:os";
import { resolve } from "node:path";

import { readBounded } from "../files/bounded-read.js";
import { CliError } from "../outcome/errors.js";
import type { ServerAddress } from "./server-address.js";
import { addressName } from "./server-address.js";

interface TokenContext {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  signal: AbortSignal;
}

/**
 * Reads the token that a server asks for, from the file or the environment. Throws where sending it would
 * show it to others: without encryption to another machine, or to whatever `auto` finds.
 */
export async function connectionToken(
  address: ServerAddress,
  tokenFile: string | undefined,
  context: TokenContext,
): Promise<string | undefined> {
  const token = await readToken(tokenFile, context);
  if (token === undefined) return undefined;
  if (address.kind === "auto") {
    throw new CliError("usage", "--connect auto: a token is not sent to a server that was found", {
      hint: "name the server: --connect ws://127.0.0.1:PORT",
    });
  }
  if (address.kind === "web" && !address.isEncrypted && !address.isLoopback) {
    const message = `--connect ${addressName(address)}: a token is not sent to another machine without encryption`;
    throw new CliError("usage", message, {
      hint: "use wss://, or a tunnel: ssh -L 4500:127.0.0.1:4500 HOST, and --connect ws://127.0.0.1:4500",
    });
  }
  return token;
}

async function readToken(
  tokenFile: string | undefined,
  { env, cwd, signal }: TokenContext,
): Promise<string | undefined> {
  const what = tokenFile === undefined ? VARIABLE : `--connect-token-file ${tokenFile}`;
  const text =
    tokenFile === undefined
      ? env[VARIABLE]
      : await readPrivate(resolve(cwd, tokenFile), { what, signal });
  const token = text?.trim() ?? "";
  if (token === "") {
    if (tokenFile === undefined) return undefined;
    throw new CliError("input", `${what}: the file is empty`);
  }
  // Anything else cannot stand in a header, or is not one token.
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new CliError("input", `${what}: a token has no spaces and no control characters`);
}

const VARIABLE = "TURNPIPE_CONNECT_TOKEN";

async function readPrivate(
  path: string,
  { what, signal }: { what: string; signal: AbortSignal },
): Promise<string> {
  const bytes = await readBounded(path, { what, signal, maxBytes: MAX_TOKEN_BYTES });
  const { mode } = statSync(path);
  // As ssh does with a key: on Windows the bits mean nothing.
  if ((mode & OTHERS) !== 0 && platform() !== "win32") {
    throw new CliError("input", `${what}: other users may read the file`, {
      hint: `chmod 600 ${path}`,
    });
  }
  return bytes.toString("utf8");
}

/** A signed token has a few hundred bytes. */
const MAX_TOKEN_BYTES = 64 * 1024;
const OTHERS = 0o077;
