import { CliError, failureOf } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { oneLine } from "../../src/output/plain-text.js";
import type { StoredThread } from "../../src/protocol/results.js";
import type { Feature } from "../../src/protocol/versions/features.js";
import { requireFeature } from "../../src/protocol/versions/unknown-method.js";
import type { RunContext } from "../../src/context.js";
import { isArchived } from "../../src/session/archived-threads.js";
import type { ArchiveFilter, ThreadQuery } from "../../src/session/find-thread.js";
import { parseThreadQuery } from "../../src/session/find-thread.js";
import { explainThreadError } from "../../src/session/thread-errors.js";
import { threadRecord } from "../../src/translate/thread-record.js";
import { reportError } from "../cli/report-error.js";
import type { ParsedArguments } from "../cli/parse.js";
import { queryOptions } from "../cli/server-options.js";
import type { QueryContext } from "../cli/with-server.js";
import { withServer } from "../cli/with-server.js";
import { oneThread, pickThread, refuseArchived, threadsNamed } from "./pick.js";

/** `turnpipe threads rename THREAD NAME`. */
export async function rename(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const options = await queryOptions(argv, runContext);
  const { query, more } = oneThread(argv);
  const [given = "", unexpected] = more;
  // The server trims it as well.
  const name = given.trim();
  if (name !== "" && parseThreadQuery(name, false).by === "id") {
    throw new CliError("usage", "threads rename: the name must not look like a thread id");
  }
  if (name === "" || unexpected !== undefined) {
    throw new CliError("usage", "threads rename: expected one new name", {
      hint: 'for example: turnpipe threads rename --last "the release"',
    });
  }
  return withServer(options, runContext, async (context) => {
    const thread = await pickThread(context.server, query, { cwd: runContext.cwd });
    refuseArchived(thread);
    await explainThreadError((await context.server.history()).nameThread(thread.id, name), query);
    if (options.json) {
      await context.stdout.record(threadRecord({ ...thread, name }, { archived: false }));
    } else context.say(`renamed ${thread.id}: ${oneLine(name)}`);
    return 0;
  });
}

/** `turnpipe threads archive THREAD…`: takes threads out of the lists. */
export const archive = (argv: ParsedArguments, runContext: RunContext): Promise<number> =>
  changeEach(argv, runContext, {
    archiveFilter: "active",
    async change(thread, { server }) {
      if (isArchived(thread)) return { thread, archived: true, action: "already archived" };
      await (await server.history()).archiveThread(thread.id);
      const moved = await server.readThread(thread.id).catch(() => thread);
      return { thread: moved, archived: true, action: "archived" };
    },
  });

/** `turnpipe threads unarchive THREAD…`. */
export const unarchive = (argv: ParsedArguments, runContext: RunContext): Promise<number> =>
  changeEach(argv, runContext, {
    archiveFilter: "archived",
    needs: "archived threads",
    async change(thread, { server }) {
      if (!isArchived(thread)) return { thread, archived: false, action: "not archived" };
      const moved = await (await server.history()).unarchiveThread(thread.id);
      return { thread: moved, archived: false, action: "unarchived" };
    },
  });

interface Change {
  archiveFilter: ArchiveFilter;
  /** Without which an archived thread cannot even be found. */
  needs?: Feature;
  change(
    thread: StoredThread,
    context: QueryContext,
  ): Promise<{ thread: StoredThread; archived: boolean; action: string }>;
}

async function changeEach(
  argv: ParsedArguments,
  runContext: RunContext,
  how: Change,
): Promise<number> {
  const options = await queryOptions(argv, runContext);
  const queries = threadsNamed(argv);
  return withServer(options, runContext, (context) => {
    if (how.needs !== undefined) requireFeature(how.needs, context.server.features);
    return forEachThread(queries, runContext, async (query) => {
      const picked = await pickThread(context.server, query, {
        cwd: runContext.cwd,
        archiveFilter: how.archiveFilter,
      });
      const { thread, archived, action } = await explainThreadError(
        how.change(picked, context),
        query,
      );
      if (options.json) await context.stdout.record(threadRecord(thread, { archived }));
      else context.say(`${action} ${thread.id}: ${titleOf(thread)}`);
    });
  });
}

/** Acts on each thread in turn, as rm does: an error is reported and the rest still run. */
export async function forEachThread(
  queries: readonly ThreadQuery[],
  runContext: RunContext,
  act: (query: ThreadQuery) => Promise<void>,
): Promise<number> {
  let code = 0;
  for (const query of queries) {
    try {
      await act(query);
    } catch (error) {
      const { cause } = failureOf(error);
      if (queries.length === 1 || FATAL.has(exitCodeOf(cause))) throw error;
      code = reportError(error, runContext);
    }
  }
  return code;
}

/** The exit statuses that stop the whole command: the server is gone, or a signal. */
const FATAL: ReadonlySet<number> = new Set(
  (["server_crashed", "hangup", "interrupted", "terminated", "stdout_closed"] as const).map(
    exitCodeOf,
  ),
);

/** The name of a thread, else the start of its first prompt. */
export const titleOf = ({ name, preview }: StoredThread): string =>
  oneLine((name ?? "") === "" ? (preview ?? "") : (name ?? "")).slice(0, MAX_TITLE) ||
  "(no prompt)";

const MAX_TITLE = 60;
