import type { ConfigFile } from "../../config/schema.js";
import { CliError } from "../../src/outcome/errors.js";
import type { RunContext } from "../../src/context.js";
import type { Flag } from "./flags/flag.js";
import { TURN_FLAGS } from "./flags/turn.js";
import { chosenServer } from "./chosen-server.js";
import type { ParsedArguments } from "./parse.js";
import type { ServerOptions } from "../../src/session/server-spec.js";
import { settingsFor } from "./settings.js";

const { codex, connect, config, enable, disable, quiet, verbose, color } = TURN_FLAGS;

/** The flags of every command that queries a server and prints the response. */
export const QUERY_FLAGS = {
  json: { type: "boolean", group: "Output:", describe: "print JSON lines, one record each" },
  quiet,
  verbose,
  color: { ...color, describe: "colour" },
  "redact-env": TURN_FLAGS["redact-env"],
  codex,
  connect,
  "connect-token-file": TURN_FLAGS["connect-token-file"],
  config,
  enable,
  disable,
  "trust-project-config": TURN_FLAGS["trust-project-config"],
} as const satisfies Record<string, Flag>;

/** The server and output options of such a command. */
export interface QueryOptions extends ServerOptions {
  json: boolean;
  level: "quiet" | "normal" | "verbose";
  color: "auto" | "always" | "never";
  rawOutput?: boolean;
}

/** Reads the common options; flags win over config files. */
export async function queryOptions(
  argv: ParsedArguments,
  runContext: RunContext,
): Promise<QueryOptions> {
  requireOneLevel(argv);
  return queryOptionsFrom(await settingsFor(argv, runContext), argv);
}

/** Rejects --quiet with --verbose. */
export function requireOneLevel(argv: ParsedArguments): void {
  if (argv["quiet"] === true && argv["verbose"] === true) {
    throw new CliError("usage", "--quiet and --verbose exclude each other");
  }
}

/** `queryOptions` for settings that are already loaded. */
export const queryOptionsFrom = (settings: ConfigFile, argv: ParsedArguments): QueryOptions => ({
  ...serverOptionsFrom(argv, settings),
  ...outputOptionsFrom(argv, settings),
});

function serverOptionsFrom(argv: ParsedArguments, settings: ConfigFile): ServerOptions {
  const server = chosenServer(argv, settings);
  if (server.connect !== undefined) refuseSettings(argv);
  const list = (flag: "enable" | "disable"): string[] =>
    ((argv[flag] as string[] | undefined) ?? settings[flag] ?? []).map(String);
  return {
    ...server,
    config: [...(settings.config ?? []), ...((argv["config"] as string[] | undefined) ?? [])],
    enable: list("enable"),
    disable: list("disable"),
    include: [],
    diffFile: undefined,
  };
}

/** A running server takes settings for a thread only, and these commands open none. */
function refuseSettings(argv: ParsedArguments): void {
  const flag = ["config", "enable", "disable"].find((name) => argv[name] !== undefined);
  if (flag === undefined) return;
  throw new CliError("usage", `--${flag} cannot be set on a running server by this command`, {
    hint: "set it in the server's config.toml",
  });
}

const outputOptionsFrom = (argv: ParsedArguments, settings: ConfigFile) =>
  ({
    json: argv["json"] === true,
    level: argv["quiet"] === true ? "quiet" : argv["verbose"] === true ? "verbose" : "normal",
    color: (argv["color"] as QueryOptions["color"] | undefined) ?? settings.color ?? "auto",
    rawOutput: argv["raw-output"] === true,
  }) as const;
