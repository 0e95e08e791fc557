import * as z from "zod/mini";

import type { Peer } from "../rpc/peer.js";
import { METHOD } from "./methods.js";
import type { SandboxMode } from "./params.js";
import { readResponse } from "./results.js";
import { isUnknownMethod } from "./too-old.js";

/** Commands that are no part of a turn. */
export interface CommandCalls {
  /** Runs a command in the server's sandbox; undefined where the server does not know how. */
  runCommand(command: readonly string[], place: CommandPlace): Promise<CommandEnd | undefined>;
}

/** Where it runs. */
export interface CommandPlace {
  cwd: string;
  /** Null leaves it to the server's settings. */
  sandbox: SandboxMode | null;
  /** More that may be written to, where anything may. */
  roots: readonly string[];
  withinMs: number;
}

const CommandEnd = z.looseObject({ exitCode: z.number(), stderr: z.optional(z.string()) });

/** The server's own limit is told as the exit status 124. */
export type CommandEnd = z.infer<typeof CommandEnd>;

export const commandCalls = (peer: Peer): CommandCalls => ({
  async runCommand(command, { cwd, sandbox, roots, withinMs }) {
    const params = { command, cwd, timeoutMs: withinMs, ...policyOf(sandbox, roots) };
    try {
      const response = await peer.request(METHOD.runCommand, params, withinMs + RESPONSE_MARGIN_MS);
      return readResponse(METHOD.runCommand, CommandEnd, response);
    } catch (error) {
      if (!isUnknownMethod(error, METHOD.runCommand)) throw error;
      return undefined;
    }
  },
});

/** What a server needs to begin and to tell of the end. */
const RESPONSE_MARGIN_MS = 5_000;

/** A mode as this call has it; what is not said is forbidden, and older servers know no more. */
const policyOf = (sandbox: SandboxMode | null, roots: readonly string[]): object =>
  sandbox === null ? {} : { sandboxPolicy: POLICIES[sandbox](roots) };

const POLICIES: Readonly<Record<SandboxMode, (roots: readonly string[]) => object>> = {
  "read-only": () => ({ type: "readOnly" }),
  "workspace-write": (writableRoots) => ({ type: "workspaceWrite", writableRoots }),
  "danger-full-access": () => ({ type: "dangerFullAccess" }),
};
