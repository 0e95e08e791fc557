import type { ServerChoice } from "./server-spec.js";

/**
 * A quick look at the command line, so that the server can boot while the real parser loads.
 * Only a guess: what the parser then says differs from it at the cost of a second start, no more.
 */
export function guessServer(argv: readonly string[]): ServerChoice | undefined {
  const [command, ...rest] = argv;
  if (command !== "run") return undefined;
  const seen = new Map<string, string[]>();
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    if (word === "--") break;
    if (NO_SERVER.test(word)) return undefined;
    const [flag, attached] = splitFlag(word);
    const name = NAMES.get(flag);
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
  };
}

/** The flags that change which server is started, or what it is told first. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["-c", "config"],
  ["--config", "config"],
  ["--codex", "codex"],
  ["--diff-file", "diff-file"],
  ["--disable", "disable"],
  ["--enable", "enable"],
  ["--include", "include"],
]);

/** Help needs no server, and the demo starts one of its own. */
const NO_SERVER = /^(-h|--help|--version|--demo(=.*)?)$/;

function splitFlag(word: string): [flag: string, attached: string | undefined] {
  const equals = word.startsWith("--") ? word.indexOf("=") : -1;
  return equals === -1 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}
