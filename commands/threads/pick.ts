import { CliError } from "../../src/outcome/errors.js";
import type { AppServer } from "../../src/protocol/app-server.js";
import type { StoredThread } from "../../src/protocol/results.js";
import { isArchived } from "../../src/session/archived-threads.js";
import type { ArchiveFilter, ThreadQuery } from "../../src/session/find-thread.js";
import { findThread, parseThreadQuery } from "../../src/session/find-thread.js";
import {
  archivedError,
  explainThreadError,
  threadNotFound,
} from "../../src/session/thread-errors.js";
import type { ParsedArguments } from "../cli/parse.js";

/** The thread given after `threads ACTION`, and the remaining arguments. */
export function oneThread(argv: ParsedArguments): { query: ThreadQuery; more: string[] } {
  const [, action = "", ...words] = argv._.map(String);
  const anywhere = argv["all"] === true;
  if (argv["last"] === true) return { query: { by: "last", anywhere }, more: words };
  const [which, ...more] = words;
  if (which === undefined) {
    throw new CliError(
      "usage",
      `threads ${action}: no thread given: expected its id, its name, or --last`,
      {
        hint: "see: turnpipe threads list",
      },
    );
  }
  return { query: parseThreadQuery(which, anywhere), more };
}

/** One or several threads; `--last` is one. */
export function threadsNamed(argv: ParsedArguments): ThreadQuery[] {
  const { query, more } = oneThread(argv);
  const anywhere = argv["all"] === true;
  if (query.by === "last") {
    refuseMore(more);
    return [query];
  }
  return [query, ...more.map((word) => parseThreadQuery(word, anywhere))];
}

/** One thread; further arguments are an error. */
export function onlyThread(argv: ParsedArguments): ThreadQuery {
  const { query, more } = oneThread(argv);
  refuseMore(more);
  return query;
}

function refuseMore([unexpected]: readonly string[]): void {
  if (unexpected === undefined) return;
  throw new CliError("usage", `unexpected argument ${JSON.stringify(unexpected)}`, {
    hint: "a name of several words needs quotes",
  });
}

/** Finds and reads the stored thread. */
export async function pickThread(
  server: AppServer,
  query: ThreadQuery,
  { cwd, archiveFilter = "active" }: { cwd: string; archiveFilter?: ArchiveFilter },
): Promise<StoredThread> {
  const id = await findThread(server, query, { cwd, rules: "own", archiveFilter });
  if (id === undefined) throw threadNotFound(query);
  return explainThreadError(server.readThread(id), query);
}

/** Throws for an archived thread: the server's own errors for it differ by request. */
export function refuseArchived(thread: StoredThread): void {
  if (isArchived(thread)) throw archivedError(thread.id);
}
