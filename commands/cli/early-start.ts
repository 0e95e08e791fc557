import type { ServerOptions } from "../../src/session/server-spec.js";

/**
 * Guesses the server options from the command line, so that the server can boot while the real
 * parser loads. A wrong guess costs a second start, no more.
 */
export function guessServer(argv: readonly string[]): ServerOptions | undefined {
  const [command, ...rest] = argv;
  // Most runs of the hook need no server.
  if (command === "review" && rest[0] === "hook") return undefined;
  const grammar = GRAMMARS.get(command ?? "");
  if (grammar === undefined) return undefined;
  const seen = new Map<string, string[]>();
  let strictConfig = false;
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    if (word === "--") break;
    if (grammar.noServer.test(word)) return undefined;
    if (word === "--strict-config") strictConfig = true;
    const [flag, attached] = splitFlag(word);
    const name = grammar.names.get(flag);
    if (name === undefined) continue;
    seen.set(name, [...(seen.get(name) ?? []), attached ?? rest[++at] ?? ""]);
  }
  const all = (name: string): string[] => seen.get(name) ?? [];
  return {
    codex: all("codex")[0],
    config: all("config"),
    enable: all("enable"),
    disable: all("disable"),
    include: all("include").flatMap((part) => part.split(",")),
    diffFile: all("diff-file")[0],
    cd: all("cd")[0],
    strictConfig,
    ...(TURN_COMMANDS.has(command ?? "") && LIMITS.some((flag) => seen.has(flag))
      ? { messageDeltas: true }
      : {}),
    ...(command === "exec" ? { unmarked: true } : {}),
    ...(command === "login" ? { storedLogin: true } : {}),
  };
}

/** The flags that change which server is started, or its first requests. */
interface Grammar {
  names: ReadonlyMap<string, string>;
  /** No early start: help needs no server, a demo starts its own, a profile is read first. */
  noServer: RegExp;
}

const SHARED_FLAGS = [
  ["-c", "config"],
  ["--config", "config"],
  ["--disable", "disable"],
  ["--enable", "enable"],
] as const;

/** With one of these a turn may be cut short, so the answer is streamed as deltas. */
const LIMITS = ["timeout", "idle-timeout", "tool-timeout", "max-tokens", "max-steps"] as const;
const TURN_COMMANDS: ReadonlySet<string> = new Set(["run", "resume"]);

const TURNPIPE_GRAMMAR: Grammar = {
  names: new Map([
    ...SHARED_FLAGS,
    ...LIMITS.map((flag) => [`--${flag}`, flag] as const),
    ["--codex", "codex"],
    ["-C", "cd"],
    ["--cd", "cd"],
    ["--diff-file", "diff-file"],
    ["--include", "include"],
  ]),
  noServer: /^(-h|--help|--version|--demo(=.*)?|--with-access-token)$/,
};

const GRAMMARS: ReadonlyMap<string, Grammar> = new Map([
  ["run", TURNPIPE_GRAMMAR],
  ["resume", TURNPIPE_GRAMMAR],
  ["review", TURNPIPE_GRAMMAR],
  ["threads", TURNPIPE_GRAMMAR],
  ["models", TURNPIPE_GRAMMAR],
  ["login", TURNPIPE_GRAMMAR],
  [
    "exec",
    { names: new Map(SHARED_FLAGS), noServer: /^(-h|--help|-V|--version|help|-p|--profile.*)$/ },
  ],
]);

function splitFlag(word: string): [flag: string, attached: string | undefined] {
  const equals = word.startsWith("--") ? word.indexOf("=") : -1;
  return equals === -1 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}
