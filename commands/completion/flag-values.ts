import { INCLUDES } from "../../src/translate/include.js";
import type { Flag } from "../cli/flags/flag.js";
import { FAIL_ON } from "../turn/fail-on.js";
import type { ServerValues } from "./server-values.js";
import type { Candidate, Offer } from "./offer.js";
import { needsNoQuotes, plainCandidates } from "./offer.js";

/** The flag whose value is completed, and what is typed of it. */
interface FlagValueRequest {
  command: string;
  name: string;
  flag: Flag | undefined;
  typed: string;
}

/** The values a flag can take. */
export async function valuesOf(
  { command, name, flag, typed }: FlagValueRequest,
  known: ServerValues,
): Promise<Offer> {
  if (flag?.choices !== undefined) return oneOf(plainCandidates(flag.choices));
  if (FILES.has(name)) return { kind: "files", offset: 0 };
  if (DIRECTORIES.has(name)) return { kind: "dirs", offset: 0 };
  switch (name) {
    case "include":
      return someOf(command === "threads" ? ["diff", "raw"] : INCLUDES, typed);
    case "fail-on":
      return someOf(FAIL_ON, typed);
    case "format":
      return formats(typed);
    case "model":
    case "check":
      return oneOf(modelWords(await known.models()));
    case "effort":
      return oneOf(plainCandidates(effortsOf(await known.models())));
    default:
      return oneOf([]);
  }
}

const FILES: ReadonlySet<string> = new Set([
  "baseline",
  "codex",
  "diff-file",
  "image",
  "instructions-file",
  "output",
  "output-schema",
  "prompt-file",
  "record",
  "result",
  "steer-from",
]);

const DIRECTORIES: ReadonlySet<string> = new Set(["add-dir", "cd", "cwd", "dir"]);

const oneOf = (words: readonly Candidate[]): Offer => ({ kind: "words", words });

/** Completes the last name of a comma list; names already in it are not offered. */
function someOf(names: readonly string[], typed: string): Offer {
  const head = typed.slice(0, typed.lastIndexOf(",") + 1);
  const taken = new Set(head.split(","));
  const left = names.filter((name) => !taken.has(name));
  return { kind: "words", words: plainCandidates(left.map((name) => head + name)), noSpace: true };
}

/** `sarif`, or `sarif=FILE`. */
async function formats(typed: string): Promise<Offer> {
  const equals = typed.indexOf("=");
  if (equals !== -1) return { kind: "files", offset: equals + 1 };
  return oneOf(plainCandidates((await import("../../src/review/formats/formats.js")).FORMATS));
}

type Models = Awaited<ReturnType<ServerValues["models"]>>;

const modelWords = (models: Models): Candidate[] =>
  models.filter(({ id }) => needsNoQuotes(id)).map(({ id, about }) => ({ word: id, about }));

const effortsOf = (models: Models): string[] =>
  [...new Set(models.flatMap(({ efforts }) => efforts))].filter(needsNoQuotes);
