import { flagNamed } from "../../src/text/tokenize.js";
import type { Command } from "../registry.js";
import { SUMMARIES } from "../cli/help.js";
import { valuesOf } from "./flag-values.js";
import type { ServerValues } from "./server-values.js";
import { nextWords } from "./next-words.js";
import type { Candidate, Offer } from "./offer.js";
import type { Flags } from "./cursor.js";
import { readCursor } from "./cursor.js";

/** The sources of candidates: the commands and the server's values. */
export interface Sources extends ServerValues {
  commandFor(words: readonly string[]): Promise<Pick<Command, "flags"> | undefined>;
}

/** Completes the last word, given those before it. */
export async function candidates(words: readonly string[], sources: Sources): Promise<Offer> {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? "";
  const offer = await offerFor(before, current, sources);
  if (offer.kind !== "words") return offer;
  return { ...offer, words: offer.words.filter(({ word }) => word.startsWith(current)) };
}

async function offerFor(
  before: readonly string[],
  current: string,
  sources: Sources,
): Promise<Offer> {
  const [command] = before;
  if (command === undefined) {
    return { kind: "words", words: current.startsWith("-") ? BARE_FLAGS : COMMANDS };
  }
  const { flags } = (await sources.commandFor(before)) ?? {};
  if (flags === undefined) return { kind: "words", words: [] };
  const { given, words, awaiting, ended } = readCursor(before.slice(1), flags);
  if (ended) return { kind: "words", words: [] };
  const value = (name: string, typed: string): Promise<Offer> =>
    valuesOf({ command, name, flag: flags[name], typed }, sources);
  if (awaiting !== undefined) return value(awaiting, current);
  const [head, spelled = "", typed = ""] = /^--([^=]+)=([^]*)$/.exec(current) ?? [];
  if (head !== undefined) {
    const name = flagNamed(spelled, flags) ?? "";
    return withPrefix(`--${spelled}=`, await value(name, typed));
  }
  const left = flagWords(flags, given, current);
  if (current.startsWith("-")) return { kind: "words", words: left };
  if (command === "replay" && words.length === 0) return { kind: "files", offset: 0 };
  const next = await nextWords(command, { words, given }, sources);
  // For an empty word flags are offered too, unless a positional argument is required here.
  const all = current === "" && (next.optional || next.words.length === 0);
  return { kind: "words", words: all ? [...next.words, ...left] : next.words };
}

const HELP: Candidate = { word: "--help", about: "show help" };

const BARE_FLAGS: readonly Candidate[] = [HELP, { word: "--version", about: "show the version" }];

const COMMANDS: readonly Candidate[] = Object.entries(SUMMARIES).map(([word, about]) => ({
  word,
  about,
}));

/** The flags that may still be given; short ones only after a single dash. */
function flagWords(flags: Flags, given: ReadonlySet<string>, current: string): Candidate[] {
  const left = Object.entries(flags).filter(
    ([name, { array }]) => array === true || !given.has(name),
  );
  if (/^-[^-]/.test(current)) {
    return left.flatMap(([, { alias = [], describe }]) =>
      [alias]
        .flat()
        .filter((letter) => letter.length === 1)
        .map((letter) => ({ word: `-${letter}`, about: describe })),
    );
  }
  return [...left.map(([name, { describe }]) => ({ word: `--${name}`, about: describe })), HELP];
}

/** Turns the offer for a value into one for the whole word `--name=value`. */
function withPrefix(head: string, offer: Offer): Offer {
  if (offer.kind !== "words") return { ...offer, offset: offer.offset + head.length };
  const words = offer.words.map(({ word, about }) => ({ word: head + word, about }));
  return { ...offer, words };
}
