import * as z from "zod/mini";

import type { Peer } from "../rpc/peer.js";
import { METHOD } from "./methods.js";
import type { SandboxMode } from "./params.js";
import { readResponse } from "./results.js";
import { ifUnknown } from "./versions/unknown-method.js";

/** Commands run outside a turn. */
export interface CommandCalls {
  /** Runs a command in the server's sandbox; undefined if the server does not support it. */
  runCommand(
    command: readonly string[],
    place: CommandOptions,
  ): Promise<SandboxedCommandResult | undefined>;
}

export interface CommandOptions {
  cwd: string;
  /** Null for the server's own setting. */
  sandbox: SandboxMode | null;
  /** Additional writable directories; only used with `workspace-write`. */
  roots: readonly string[];
  withinMs: number;
}

const SandboxedCommandResult = z.looseObject({
  exitCode: z.number(),
  stderr: z.optional(z.string()),
});

/** A command that exceeds the server's time limit has exit status 124. */
export type SandboxedCommandResult = z.infer<typeof SandboxedCommandResult>;

export const commandCalls = (peer: Peer): CommandCalls => ({
  runCommand(command, { cwd, sandbox, roots, withinMs }) {
    const params = { command, cwd, timeoutMs: withinMs, ...policyOf(sandbox, roots) };
    return peer
      .request(METHOD.runCommand, params, withinMs + RESPONSE_MARGIN_MS)
      .then((response) => readResponse(METHOD.runCommand, SandboxedCommandResult, response))
      .catch(ifUnknown(METHOD.runCommand, () => undefined));
  },
});

/** Added to the time limit for the server to start the command and respond. */
const RESPONSE_MARGIN_MS = 5_000;

/**
 * The sandbox mode as `command/exec` spells it. Fields left out forbid, and older servers do not
 * know them.
 */
const policyOf = (sandbox: SandboxMode | null, roots: readonly string[]): object =>
  sandbox === null ? {} : { sandboxPolicy: POLICIES[sandbox](roots) };

const POLICIES: Readonly<Record<SandboxMode, (roots: readonly string[]) => object>> = {
  "read-only": () => ({ type: "readOnly" }),
  "workspace-write": (writableRoots) => ({ type: "workspaceWrite", writableRoots }),
  "danger-full-access": () => ({ type: "dangerFullAccess" }),
};
