import { CliError } from "../outcome/errors.js";
import type { AppServer } from "../protocol/app-server.js";
import type { ThreadFilter } from "../protocol/params.js";
import type { StoredThread } from "../protocol/results.js";
import { beganIn, lastRanIn } from "./thread-directory.js";

/** Names a stored thread. `anywhere` looks beyond the working directory. */
export type ThreadQuery =
  | { by: "id"; id: string }
  | { by: "name"; name: string; anywhere: boolean }
  | { by: "last"; anywhere: boolean };

/** Whose rules the search follows: ours, or those of codex exec. */
export type SearchRules = "own" | "exec";

/** A word from a command line as a query: what can be an id is one. */
export const queryOf = (word: string, anywhere: boolean): ThreadQuery =>
  UUID.test(word) ? { by: "id", id: word } : { by: "name", name: word, anywhere };

const UUID = /^(?:urn:uuid:)?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** The id of the thread a query means, if there is one. */
export async function findThread(
  server: AppServer,
  query: ThreadQuery,
  { cwd, rules, shelf = "active" }: SearchPlace,
): Promise<string | undefined> {
  if (query.by === "id") return query.id;
  const found: StoredThread[] = [];
  // What is put away is nobody's latest.
  const shelves =
    shelf === "both" ? (query.by === "last" ? [false] : [false, true]) : [shelf !== "active"];
  for (const archived of shelves) {
    for await (const thread of server.listThreads({ ...filterFor(query, rules), archived })) {
      if (query.by === "name" && thread.name !== query.name) continue;
      if (!query.anywhere && !(await isFrom(thread, cwd, { query, rules }))) continue;
      found.push(thread);
      // The list begins with the latest. We ask which one is meant; codex exec takes the first.
      if (query.by === "last" || rules === "exec") break;
    }
  }
  if (found.length > 1 && query.by === "name") throw ambiguous(query.name, found);
  return found[0]?.id;
}

/** Where threads are looked for: among those in use, among the archived ones, or in both places. */
export type Shelf = "active" | "archived" | "both";

interface SearchPlace {
  cwd: string;
  rules: SearchRules;
  shelf?: Shelf;
}

/** codex exec also finds a name from where its thread began. */
async function isFrom(
  thread: StoredThread,
  cwd: string,
  { query, rules }: { query: ThreadQuery; rules: SearchRules },
): Promise<boolean> {
  if (await lastRanIn(thread, cwd)) return true;
  return rules === "exec" && query.by === "name" && beganIn(thread, cwd);
}

/** Sub-agents are nobody's last thread, and a name is a name with every provider. */
const filterFor = (query: ThreadQuery, rules: SearchRules): ThreadFilter => ({
  modelProviders: rules === "exec" ? undefined : [],
  sourceKinds: rules === "exec" ? [...PEOPLE, ...AGENTS] : PEOPLE,
  searchTerm: query.by === "name" ? query.name : undefined,
});

/** The sources of threads that people began; sub-agents are the others. */
export const PEOPLE = ["cli", "vscode", "exec", "appServer", "unknown"];
export const AGENTS = [
  "subAgent",
  "subAgentReview",
  "subAgentCompact",
  "subAgentThreadSpawn",
  "subAgentOther",
];

function ambiguous(name: string, found: readonly StoredThread[]): CliError {
  const lines = found.map(
    ({ id, cwd, preview }) => `  ${id}  ${cwd ?? ""}  ${short(preview ?? "")}`,
  );
  return new CliError(
    "input",
    `${String(found.length)} threads are named ${JSON.stringify(name)}:\n${lines.join("\n")}`,
    { hint: "name the one you mean by its id" },
  );
}

/** Enough of a prompt to know it by, on one line. */
function short(prompt: string): string {
  const line = prompt
    .slice(0, 2 * SHORT)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > SHORT || prompt.length > 2 * SHORT ? `${line.slice(0, SHORT)}…` : line;
}

const SHORT = 80;
