import type { ServerValues, KnownThread } from "./server-values.js";
import type { Candidate } from "./offer.js";
import { needsNoQuotes, plainCandidates, SHELLS } from "./offer.js";
import type { CursorPosition } from "./cursor.js";

/** The candidates for a positional argument, and whether it is optional. */
export interface NextWords {
  words: readonly Candidate[];
  optional: boolean;
}

/** The candidates for the next positional argument of a command. */
export async function nextWords(
  command: string,
  { words, given }: Pick<CursorPosition, "words" | "given">,
  known: ServerValues,
): Promise<NextWords> {
  const isFirst = words.length === 0;
  switch (command) {
    case "resume":
      return isFirst && !given.has("last") ? threadWords(known, "active", []) : NOTHING;
    case "threads":
      return isFirst ? needed(await actions()) : threadsFor(words, given, known);
    case "review":
      if (isFirst) return { words: plainCandidates(["hook"]), optional: true };
      return words.length === 1 && words[0] === "hook" ? needed(plainCandidates(ACTIONS)) : NOTHING;
    case "config":
      return isFirst ? needed(plainCandidates(["show"])) : NOTHING;
    case "approvals":
      return isFirst ? needed(plainCandidates(["explain"])) : NOTHING;
    case "login":
      return isFirst ? { words: await logins(), optional: true } : NOTHING;
    case "shim":
      return isFirst ? needed(plainCandidates(ACTIONS)) : NOTHING;
    case "schema":
      return isFirst ? needed(await schemas()) : NOTHING;
    case "completion":
      return isFirst ? needed(plainCandidates(SHELLS)) : NOTHING;
    default:
      return NOTHING;
  }
}

const NOTHING: NextWords = { words: [], optional: true };

// Of `shim` and of `review hook`, whose `run` is called by git only.
const ACTIONS = ["install", "uninstall", "status"];

const needed = (words: readonly Candidate[]): NextWords => ({ words, optional: false });

async function actions(): Promise<Candidate[]> {
  return plainCandidates(Object.keys((await import("../threads/threads.js")).THREAD_ACTIONS));
}

async function logins(): Promise<Candidate[]> {
  return plainCandidates(Object.keys((await import("../login/login.js")).LOGIN_ACTIONS));
}

async function schemas(): Promise<Candidate[]> {
  const { SCHEMAS } = await import("../schema/schema.js");
  return Object.entries(SCHEMAS).map(([word, { title }]) => ({ word, about: title }));
}

/** Some actions take one thread, some take several, and a list takes none. */
async function threadsFor(
  [action = "", ...named]: readonly string[],
  given: ReadonlySet<string>,
  known: ServerValues,
): Promise<NextWords> {
  if (given.has("last") || (named.length > 0 && !SEVERAL.has(action))) return NOTHING;
  if (!SEVERAL.has(action) && !ONE.has(action)) return NOTHING;
  return threadWords(known, action === "unarchive" ? "archived" : "active", named);
}

const ONE: ReadonlySet<string> = new Set(["show", "fork", "rename", "rollback", "compact"]);
const SEVERAL: ReadonlySet<string> = new Set(["archive", "unarchive", "delete"]);

async function threadWords(
  known: ServerValues,
  state: "active" | "archived",
  named: readonly string[],
): Promise<NextWords> {
  const threads = await known.threads(state);
  const words = threads.flatMap((thread) => wordsOf(thread, threads));
  return needed(words.filter(({ word }) => needsNoQuotes(word) && !named.includes(word)));
}

/** The thread's id, and its name if that is unique. */
function wordsOf({ id, name, about }: KnownThread, all: readonly KnownThread[]): Candidate[] {
  const isUnique = all.filter((other) => other.name === name).length === 1;
  return [{ word: id, about }, ...(name !== null && isUnique ? [{ word: name, about: id }] : [])];
}
