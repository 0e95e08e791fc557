import type { ServerChoice } from "./server-spec.js";

/**
 * A quick look at the command line, so that the server can boot while the real parser loads.
 * Only a guess: what the parser then says differs from it at the cost of a second start, no more.
 */
export function guessServer(argv: readonly string[]): ServerChoice | undefined {
  const [command, ...rest] = argv;
  if (command !== "run") return undefined;
  const guess = { codex: undefined as string | undefined, config: [], enable: [], disable: [] };
  const lists: Readonly<Record<string, string[]>> = {
    "-c": guess.config,
    "--config": guess.config,
    "--enable": guess.enable,
    "--disable": guess.disable,
  };
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    if (word === "--") break;
    if (NO_SERVER.test(word)) return undefined;
    const [flag, attached] = splitFlag(word);
    if (flag === "--codex") guess.codex = attached ?? rest[++at];
    else if (Object.hasOwn(lists, flag)) lists[flag]?.push(attached ?? rest[++at] ?? "");
  }
  return guess;
}

/** Help needs no server, and the demo starts one of its own. */
const NO_SERVER = /^(-h|--help|--version|--demo(=.*)?)$/;

function splitFlag(word: string): [flag: string, attached: string | undefined] {
  const equals = word.startsWith("--") ? word.indexOf("=") : -1;
  return equals === -1 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}
