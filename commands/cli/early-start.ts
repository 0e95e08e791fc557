import type { ServerOptions } from "../../src/session/server-spec.js";

/**
 * A quick look at the command line, so that the server can boot while the real parser loads.
 * Only a guess: what the parser then says differs from it at the cost of a second start, no more.
 */
export function guessServer(argv: readonly string[]): ServerOptions | undefined {
  const [command, ...rest] = argv;
  // Most of what a hook does needs no server.
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
    ...(TURNS.has(command ?? "") && LIMITS.some((flag) => seen.has(flag)) ? { words: true } : {}),
    ...(command === "exec" ? { unmarked: true } : {}),
    ...(command === "login" ? { storedLogin: true } : {}),
  };
}

/** The flags that change which server is started, or what it is told first. */
interface Grammar {
  names: ReadonlyMap<string, string>;
  /** Help needs no server, the demo starts one of its own, and a profile is read first. */
  noServer: RegExp;
}

const OF_EXEC = [
  ["-c", "config"],
  ["--config", "config"],
  ["--disable", "disable"],
  ["--enable", "enable"],
] as const;

/** A turn that may be cut short is listened to word by word. */
const LIMITS = ["timeout", "idle-timeout", "tool-timeout", "max-tokens", "max-steps"] as const;
const TURNS: ReadonlySet<string> = new Set(["run", "resume"]);

const OWN: Grammar = {
  names: new Map([
    ...OF_EXEC,
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
  ["run", OWN],
  ["resume", OWN],
  ["review", OWN],
  ["threads", OWN],
  ["models", OWN],
  ["login", OWN],
  ["exec", { names: new Map(OF_EXEC), noServer: /^(-h|--help|-V|--version|help|-p|--profile.*)$/ }],
]);

function splitFlag(word: string): [flag: string, attached: string | undefined] {
  const equals = word.startsWith("--") ? word.indexOf("=") : -1;
  return equals === -1 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}
