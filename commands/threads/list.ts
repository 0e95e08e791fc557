import { resolve } from "node:path";

import { CliError } from "../../src/outcome/errors.js";
import { ago } from "../../src/output/ago.js";
import { createTable } from "../../src/output/table.js";
import type { ThreadFilter } from "../../src/protocol/params.js";
import type { ThreadRecord } from "../../src/dialect/records.js";
import type { RunContext } from "../../src/context.js";
import { SUBAGENT_SOURCES, USER_SOURCES } from "../../src/session/find-thread.js";
import { lastRanIn } from "../../src/session/thread-directory.js";
import { threadRecord } from "../../src/translate/thread-record.js";
import type { ParsedArguments } from "../cli/parse.js";
import { queryOptions } from "../cli/server-options.js";
import type { QueryContext } from "../cli/with-server.js";
import { withServer } from "../cli/with-server.js";

/** `turnpipe threads list`: prints stored threads as they arrive, page by page. */
export async function list(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const options = await queryOptions(argv, runContext);
  const query = parseList(argv, runContext.cwd);
  return withServer(options, runContext, async (context) => {
    const print = options.json ? context.stdout.record : rows(context, query);
    let printed = 0;
    for await (const thread of context.server.listThreads(query.filter)) {
      if (!matchesSearch(thread, query.search)) continue;
      if (query.directory !== undefined && !(await lastRanIn(thread, query.directory))) continue;
      if (printed === query.limit) {
        if (!options.json) context.say(`there are more: use --limit N or --all`);
        return 0;
      }
      await print(threadRecord(thread, { archived: query.filter.archived === true }));
      printed++;
    }
    if (printed === 0 && !options.json) context.say(noThreads(query));
    return 0;
  });
}

interface ListOptions {
  filter: ThreadFilter;
  /** Undefined for every directory. */
  directory: string | undefined;
  search: string | undefined;
  limit: number;
}

/** Reads the flags; what the server cannot filter by is filtered here. */
function parseList(argv: ParsedArguments, cwd: string): ListOptions {
  const [, , unexpected] = argv._.map(String);
  if (unexpected !== undefined) {
    throw new CliError("usage", `threads list: unexpected argument ${JSON.stringify(unexpected)}`, {
      hint: `to search for it: turnpipe threads list --search ${JSON.stringify(unexpected)}`,
    });
  }
  if (argv["all-dirs"] === true && argv["cwd"] !== undefined) {
    throw new CliError("usage", "--cwd and --all-dirs exclude each other");
  }
  const search = argv["search"] as string | undefined;
  if (argv["all"] === true && argv["limit"] !== undefined) {
    throw new CliError("usage", "--all and --limit exclude each other");
  }
  const directory =
    argv["all-dirs"] === true
      ? undefined
      : resolve(cwd, (argv["cwd"] as string | undefined) ?? ".");
  const limit = argv["all"] === true ? Infinity : countOf(argv["limit"] as string | undefined);
  const sources = (argv["source"] as string[] | undefined) ?? USER_SOURCES;
  return {
    search,
    limit,
    directory,
    filter: {
      modelProviders: (argv["provider"] as string[] | undefined) ?? [],
      sourceKinds: sources.includes("all") ? [...USER_SOURCES, ...SUBAGENT_SOURCES] : sources,
      searchTerm: undefined,
      archived: argv["archived"] === true,
      sort: (argv["sort"] as "created" | "updated" | undefined) ?? "updated",
      // One more than is printed shows whether there are more; unbounded if we filter ourselves.
      atMost: search === undefined && directory === undefined ? limit + 1 : undefined,
    },
  };
}

function countOf(given: string | undefined): number {
  if (given === undefined) return DEFAULT_LIMIT;
  if (/^[1-9]\d*$/.test(given)) return Number(given);
  throw new CliError("usage", `--limit ${given}: not a number of threads`, {
    hint: "for example: --limit 50, or --all",
  });
}

const DEFAULT_LIMIT = 20;

/** The server's search is case-sensitive, and older servers do not search names. */
function matchesSearch(
  { name, preview }: { name?: string | null | undefined; preview?: string | null | undefined },
  search: string | undefined,
): boolean {
  if (search === undefined) return true;
  const lowerCase = search.toLowerCase();
  return [name, preview].some((text) => (text ?? "").toLowerCase().includes(lowerCase));
}

/** Prints a table on a terminal, else tab-separated lines. */
function rows(
  { stdout, paint, columns }: QueryContext,
  { filter, directory }: ListOptions,
): (thread: ThreadRecord) => Promise<void> {
  const now = Date.now();
  const byCreation = filter.sort === "created";
  const table = createTable(
    [
      { head: byCreation ? "CREATED" : "UPDATED", width: "59 minutes ago".length },
      { head: "ID", width: 36 },
      { head: "NAME OR PROMPT", width: "rest" },
      ...(directory === undefined && (columns ?? 0) >= MIN_COLUMNS_FOR_DIRECTORY
        ? [{ head: "DIRECTORY", width: "rest", keep: "end" } as const]
        : []),
    ],
    { columns, paint },
  );
  const head = table.head();
  let first = true;
  return async (thread) => {
    const time = byCreation ? thread.created_at : thread.updated_at;
    const line =
      columns === undefined
        ? table.row(plainCells(thread))
        : table.row([ago(time, now), thread.id, thread.name ?? thread.preview, thread.cwd ?? ""]);
    await stdout.text(`${first && head !== undefined ? `${head}\n` : ""}${line}\n`);
    first = false;
  };
}

/** In fewer columns, a directory would take the room the prompt needs. */
const MIN_COLUMNS_FOR_DIRECTORY = 90;

const plainCells = (thread: ThreadRecord): string[] => [
  thread.id,
  thread.updated_at ?? "",
  thread.name ?? "",
  thread.preview,
  thread.cwd ?? "",
  thread.model ?? "",
];

const noThreads = ({ directory, search }: ListOptions): string => {
  const what = search === undefined ? "" : ` with ${JSON.stringify(search)}`;
  return directory === undefined
    ? `no threads${what}`
    : `no threads${what} of ${directory} (--all-dirs searches every directory)`;
};
