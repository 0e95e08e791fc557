import { CliError } from "../outcome/errors.js";
import type { AppServer } from "../protocol/app-server.js";
import type { ThreadFilter } from "../protocol/params.js";
import type { StoredThread } from "../protocol/results.js";
import { beganIn, lastRanIn } from "./thread-directory.js";

/** Identifies a stored thread. `anywhere` includes threads of other directories. */
export type ThreadQuery =
  | { by: "id"; id: string }
  | { by: "name"; name: string; anywhere: boolean }
  | { by: "last"; anywhere: boolean };

/** Whether the search follows turnpipe's rules or those of codex exec. */
export type SearchRules = "own" | "exec";

/** Parses a command line argument: a UUID is an id, anything else a name. */
export const parseThreadQuery = (word: string, anywhere: boolean): ThreadQuery =>
  UUID.test(word) ? { by: "id", id: word } : { by: "name", name: word, anywhere };

const UUID = /^(?:urn:uuid:)?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** Finds the id of the thread that matches a query. */
export async function findThread(
  server: AppServer,
  query: ThreadQuery,
  { cwd, rules, archiveFilter = "active" }: SearchOptions,
): Promise<string | undefined> {
  if (query.by === "id") return query.id;
  const found: StoredThread[] = [];
  // An archived thread is never the last one.
  const archivedFlags =
    archiveFilter === "both"
      ? query.by === "last"
        ? [false]
        : [false, true]
      : [archiveFilter !== "active"];
  for (const archived of archivedFlags) {
    for await (const thread of server.listThreads({ ...filterFor(query, rules), archived })) {
      if (query.by === "name" && thread.name !== query.name) continue;
      if (!query.anywhere && !(await ranIn(thread, cwd, { query, rules }))) continue;
      found.push(thread);
      // The latest comes first. codex exec takes it; for us several of one name are an error.
      if (query.by === "last" || rules === "exec") break;
    }
  }
  if (found.length > 1 && query.by === "name") throw ambiguousName(query.name, found);
  return found[0]?.id;
}

/** Which threads are searched. */
export type ArchiveFilter = "active" | "archived" | "both";

interface SearchOptions {
  cwd: string;
  rules: SearchRules;
  archiveFilter?: ArchiveFilter;
}

/** codex exec also finds a named thread by the directory of its first turn. */
async function ranIn(
  thread: StoredThread,
  cwd: string,
  { query, rules }: { query: ThreadQuery; rules: SearchRules },
): Promise<boolean> {
  if (await lastRanIn(thread, cwd)) return true;
  return rules === "exec" && query.by === "name" && beganIn(thread, cwd);
}

/** Our rules exclude threads of sub-agents and include those of every provider. */
const filterFor = (query: ThreadQuery, rules: SearchRules): ThreadFilter => ({
  modelProviders: rules === "exec" ? undefined : [],
  sourceKinds: rules === "exec" ? [...USER_SOURCES, ...SUBAGENT_SOURCES] : USER_SOURCES,
  searchTerm: query.by === "name" ? query.name : undefined,
});

/** The sources of threads that users started. */
export const USER_SOURCES = ["cli", "vscode", "exec", "appServer", "unknown"];
export const SUBAGENT_SOURCES = [
  "subAgent",
  "subAgentReview",
  "subAgentCompact",
  "subAgentThreadSpawn",
  "subAgentOther",
];

function ambiguousName(name: string, found: readonly StoredThread[]): CliError {
  const lines = found.map(
    ({ id, cwd, preview }) => `  ${id}  ${cwd ?? ""}  ${oneLine(preview ?? "")}`,
  );
  return new CliError(
    "input",
    `${String(found.length)} threads are named ${JSON.stringify(name)}:\n${lines.join("\n")}`,
    { hint: "use the id of the thread instead" },
  );
}

/** The beginning of a prompt, on one line. */
function oneLine(prompt: string): string {
  const line = prompt
    .slice(0, 2 * MAX_PREVIEW)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > MAX_PREVIEW || prompt.length > 2 * MAX_PREVIEW
    ? `${line.slice(0, MAX_PREVIEW)}…`
    : line;
}

const MAX_PREVIEW = 80;
