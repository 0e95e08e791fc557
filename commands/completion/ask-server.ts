import { Writable } from "node:stream";

import { abortable } from "../../src/async/abortable.js";
import { onAbort } from "../../src/async/on-abort.js";
import { withDeadline } from "../../src/async/with-deadline.js";
import { CliError } from "../../src/outcome/errors.js";
import { oneLine } from "../../src/output/plain-text.js";
import type { AppServer } from "../../src/protocol/app-server.js";
import type { RunContext } from "../../src/context.js";
import { USER_SOURCES } from "../../src/session/find-thread.js";
import { lastRanIn } from "../../src/session/thread-directory.js";
import { queryOptions } from "../cli/server-options.js";
import { titleOf } from "../threads/change.js";
import { withServer } from "../cli/with-server.js";
import type { KnownModel, KnownThread, ThreadArchiveState } from "./server-values.js";

/** The models a server offers. */
export const askModels = (runContext: RunContext): Promise<KnownModel[]> =>
  askServer(runContext, async (server) => {
    const models: KnownModel[] = [];
    for await (const model of (await server.models()).listModels({ hidden: false })) {
      const efforts = (model.supportedReasoningEfforts ?? []).map((each) => each.reasoningEffort);
      models.push({ id: model.id, about: oneLine(model.description ?? ""), efforts });
    }
    return models;
  });

/** The latest threads of the directory. */
export const askThreads = (
  runContext: RunContext,
  state: ThreadArchiveState,
): Promise<KnownThread[]> =>
  askServer(runContext, async (server) => {
    const threads: KnownThread[] = [];
    const stored = server.listThreads({
      modelProviders: [],
      sourceKinds: USER_SOURCES,
      searchTerm: undefined,
      archived: state === "archived",
    });
    for await (const thread of stored) {
      if (!(await lastRanIn(thread, runContext.cwd))) continue;
      threads.push({ id: thread.id, name: thread.name || null, about: titleOf(thread) });
      if (threads.length === MOST_THREADS) break;
    }
    return threads;
  });

const MOST_THREADS = 50;

/** Queries a server with stderr discarded, for at most 3 s: somebody has pressed tab and waits. */
async function askServer<T>(
  runContext: RunContext,
  collect: (server: AppServer) => Promise<T>,
): Promise<T> {
  const late = new CliError("timeout", "the server took too long");
  // Stopped before the kill, the server may still exit cleanly.
  const answer = withDeadline({ stop: runContext.stop.signal, ms: ASK_MS, late }, (_, stop) =>
    ask({ ...runContext, stop, stderr: nullStream() }, collect),
  );
  return withDeadline({ ms: END_MS, late }, (end) => {
    onAbort(end, () => {
      runContext.launcher.killAll();
    });
    return abortable(answer, end);
  });
}

const ASK_MS = 2500;
const END_MS = 3000;

async function ask<T>(
  runContext: RunContext,
  collect: (server: AppServer) => Promise<T>,
): Promise<T> {
  const options = await queryOptions({ _: [] }, runContext);
  const found: T[] = [];
  await withServer(options, runContext, async ({ server }) => {
    found.push(await collect(server));
    return 0;
  });
  const [all] = found;
  if (all === undefined) throw new CliError("bug", "nothing was collected");
  return all;
}

const nullStream = (): Writable =>
  new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
