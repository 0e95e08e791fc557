import type { ServerOptions } from "../../src/session/server-spec.js";
import type { FlagSyntax } from "../../src/text/tokenize.js";
import { tokenize } from "../../src/text/tokenize.js";

/**
 * Guesses the server options from the command line, so that the server can boot while the real
 * parser loads. A wrong guess costs a second start, no more.
 */
export function guessServer(
  [command = "", ...rest]: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): ServerOptions | undefined {
  const flags = EARLY_FLAGS.get(command);
  // Most runs of the hook need no server.
  if (flags === undefined || (command === "review" && rest[0] === "hook")) return undefined;
  const usesRunning = command !== "exec" && (env["TURNPIPE_CONNECT"] ?? "") !== "";
  if (usesRunning) return undefined;
  const given = new Map<string, string[]>();
  for (const token of tokenize(rest, flags)) {
    if (token.kind === "word" && token.word === "help" && command === "exec") return undefined;
    if (token.kind === "end") break;
    if (token.kind !== "flag") continue;
    if (NO_SERVER.has(token.name)) return undefined;
    given.set(token.name, [...(given.get(token.name) ?? []), token.value ?? ""]);
  }
  const all = (name: string): string[] => given.get(name) ?? [];
  return {
    codex: all("codex")[0],
    config: all("config"),
    enable: all("enable"),
    disable: all("disable"),
    // codex exec prints diffs for people.
    include:
      command === "exec"
        ? JSON_FLAGS.some((flag) => given.has(flag))
          ? []
          : ["diff"]
        : all("include").flatMap((part) => part.split(",")),
    diffFile: all("diff-file")[0],
    cd: all("cd")[0],
    strictConfig: given.has("strict-config"),
    ...(TURN_COMMANDS.has(command) && (!given.has("json") || LIMITS.some((flag) => given.has(flag)))
      ? { messageDeltas: true }
      : {}),
    ...(command === "exec" ? { unmarked: true } : {}),
    ...(command === "login" ? { storedLogin: true } : {}),
  };
}

const JSON_FLAGS = ["json", "experimental-json"] as const;

/** With one of these a turn may be cut short, so the answer is streamed as deltas; to people it always is. */
const LIMITS = ["timeout", "idle-timeout", "tool-timeout", "max-tokens", "max-steps"] as const;
const TURN_COMMANDS: ReadonlySet<string> = new Set(["run", "resume"]);

/** No early start: help needs no server, a demo starts its own, some files are read first. */
const NO_SERVER: ReadonlySet<string> = new Set([
  "connect",
  "help",
  "version",
  "demo",
  "with-access-token",
  "profile",
  "ignore-user-config",
  "ignore-rules",
]);

type Flags = Readonly<Record<string, FlagSyntax>>;

const SWITCH = { type: "boolean" } as const;
const VALUE = { type: "string" } as const;

const SHARED: Flags = {
  config: { ...VALUE, alias: "c" },
  enable: VALUE,
  disable: VALUE,
  help: { ...SWITCH, alias: "h" },
  version: SWITCH,
};

const QUERY: Flags = {
  ...SHARED,
  codex: VALUE,
  connect: VALUE,
  include: VALUE,
  "with-access-token": SWITCH,
};

const TURN: Flags = {
  ...SHARED,
  codex: VALUE,
  connect: VALUE,
  include: VALUE,
  json: SWITCH,
  cd: { ...VALUE, alias: "C" },
  "diff-file": VALUE,
  demo: { ...VALUE, inlineValue: true },
  quiet: { ...SWITCH, alias: "q" },
  verbose: { ...SWITCH, alias: "v" },
  ...Object.fromEntries(LIMITS.map((flag) => [flag, VALUE])),
};

const EXEC: Flags = {
  ...SHARED,
  "strict-config": SWITCH,
  profile: { ...VALUE, alias: "p" },
  ...Object.fromEntries(JSON_FLAGS.map((flag) => [flag, SWITCH])),
  "ignore-user-config": SWITCH,
  "ignore-rules": SWITCH,
  version: { ...SWITCH, alias: "V" },
};

/**
 * The rows of the flag tables that change which server is started, or its first requests; the whole
 * tables would make the entry file 19 KB instead of 13 KB. The grammar of `exec` is its own.
 */
export const EARLY_FLAGS: ReadonlyMap<string, Flags> = new Map([
  ["run", TURN],
  ["resume", TURN],
  ["review", TURN],
  ["threads", QUERY],
  ["models", QUERY],
  ["login", QUERY],
  ["exec", EXEC],
]);
