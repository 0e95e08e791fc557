import { resolve } from "node:path";

import { CliError } from "../../src/outcome/errors.js";
import { ago } from "../../src/output/ago.js";
import { createTable } from "../../src/output/table.js";
import type { ThreadFilter } from "../../src/protocol/params.js";
import type { ThreadRecord } from "../../src/dialect/records.js";
import type { Runtime } from "../../src/context.js";
import { AGENTS, PEOPLE } from "../../src/session/find-thread.js";
import { threadRecord } from "../../src/translate/thread-record.js";
import type { ParsedArguments } from "../cli/parse.js";
import { queryOptions } from "../cli/server-options.js";
import type { QueryContext } from "../cli/with-server.js";
import { withServer } from "../cli/with-server.js";
import { LIST_FLAGS } from "./flags.js";
import { isFrom } from "./in-directory.js";

/** `turnpipe threads list`: stored threads, printed as they come. */
export async function list(argv: ParsedArguments, runtime: Runtime): Promise<number> {
  const options = await queryOptions(argv, LIST_FLAGS, runtime);
  const wish = parseList(argv, runtime.cwd);
  return withServer(options, runtime, async (context) => {
    const print = options.json ? context.stdout.record : rows(context, wish);
    let printed = 0;
    for await (const thread of context.server.listThreads(wish.filter)) {
      if (!isWanted(thread, wish.search) || !isFrom(thread, wish.directory)) continue;
      if (printed === wish.limit) {
        if (!options.json) context.say(`there are more: --limit N, or --all`);
        return 0;
      }
      await print(threadRecord(thread, { archived: wish.filter.archived === true }));
      printed++;
    }
    if (printed === 0 && !options.json) context.say(nothingWords(wish));
    return 0;
  });
}

interface ListOptions {
  filter: ThreadFilter;
  /** Undefined for all of them. */
  directory: string | undefined;
  search: string | undefined;
  limit: number;
}

/** The words of a list as a wish; what the server cannot filter by is left to us. */
function parseList(argv: ParsedArguments, cwd: string): ListOptions {
  const [, , unexpected] = argv._.map(String);
  if (unexpected !== undefined) {
    throw new CliError("usage", `threads list: what is ${JSON.stringify(unexpected)}?`, {
      hint: `to look for it: turnpipe threads list --search ${JSON.stringify(unexpected)}`,
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
  const sources = (argv["source"] as string[] | undefined) ?? PEOPLE;
  return {
    search,
    limit,
    directory,
    filter: {
      modelProviders: (argv["provider"] as string[] | undefined) ?? [],
      sourceKinds: sources.includes("all") ? [...PEOPLE, ...AGENTS] : sources,
      searchTerm: undefined,
      archived: argv["archived"] === true,
      sort: (argv["sort"] as "created" | "updated" | undefined) ?? "updated",
      // One more than is printed tells whether there are more; what we pick from must be longer.
      atMost: search === undefined && directory === undefined ? limit + 1 : undefined,
    },
  };
}

function countOf(given: string | undefined): number {
  if (given === undefined) return FEW;
  if (/^[1-9]\d*$/.test(given)) return Number(given);
  throw new CliError("usage", `--limit ${given}: not a number of threads`, {
    hint: "for example: --limit 50, or --all",
  });
}

const FEW = 20;

/** The server tells upper from lower case, and older ones do not look at names. */
function isWanted(
  { name, preview }: { name?: string | null | undefined; preview?: string | null | undefined },
  search: string | undefined,
): boolean {
  if (search === undefined) return true;
  const wanted = search.toLowerCase();
  return [name, preview].some((text) => (text ?? "").toLowerCase().includes(wanted));
}

/** Lines for people, or for programs that read columns. */
function rows(
  { stdout, paint, columns }: QueryContext,
  { filter, directory }: ListOptions,
): (thread: ThreadRecord) => Promise<void> {
  const now = Date.now();
  const byBirth = filter.sort === "created";
  const table = createTable(
    [
      { head: byBirth ? "CREATED" : "UPDATED", width: "59 minutes ago".length },
      { head: "ID", width: 36 },
      { head: "NAME OR PROMPT", width: "rest" },
      ...(directory === undefined && (columns ?? 0) >= WIDE
        ? [{ head: "DIRECTORY", width: "rest", keep: "end" } as const]
        : []),
    ],
    { columns, paint },
  );
  const head = table.head();
  let first = true;
  return async (thread) => {
    const time = byBirth ? thread.created_at : thread.updated_at;
    const line =
      columns === undefined
        ? table.row(plainCells(thread))
        : table.row([ago(time, now), thread.id, thread.name ?? thread.preview, thread.cwd ?? ""]);
    await stdout.text(`${first && head !== undefined ? `${head}\n` : ""}${line}\n`);
    first = false;
  };
}

/** On less, a directory would take the room that the prompt needs. */
const WIDE = 90;

const plainCells = (thread: ThreadRecord): string[] => [
  thread.id,
  thread.updated_at ?? "",
  thread.name ?? "",
  thread.preview,
  thread.cwd ?? "",
  thread.model ?? "",
];

const nothingWords = ({ directory, search }: ListOptions): string => {
  const what = search === undefined ? "" : ` with ${JSON.stringify(search)}`;
  return directory === undefined
    ? `no threads${what}`
    : `no threads${what} of ${directory} (--all-dirs looks in all of them)`;
};
