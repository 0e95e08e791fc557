import { Worker, type WorkerOptions } from "node:worker_threads";

import { abortable } from "../async/abortable.js";
import { withDeadline } from "../async/with-deadline.js";
import { errorMessage } from "../outcome/errors.js";
import type { AnswerOutcome, AnswerTask } from "./validate.js";

/**
 * Validates in a worker thread that can be terminated: a pattern such as `^(a+)+$` may run practically
 * for ever, and neither a timer nor a signal gets through to the thread that runs it. Throws if the
 * signal is aborted; a timeout or a crashed thread is returned as `unfinished`.
 */
export async function validateInWorker(
  task: AnswerTask,
  signal: AbortSignal,
): Promise<AnswerOutcome | { unfinished: string }> {
  // A dynamic import, so that the bundler keeps it a separate file.
  const { WORKER_URL } = await import("./worker.js");
  signal.throwIfAborted();
  const worker = startWorker(WORKER_URL, {
    workerData: { answerTask: task },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const done = new Promise<AnswerOutcome | { unfinished: string }>((resolve) => {
    worker.once("message", resolve);
    worker.once("error", (error) => {
      resolve({ unfinished: errorMessage(error) });
    });
    worker.once("exit", () => {
      resolve({ unfinished: "the worker thread exited" });
    });
  });
  const late = new Error(`not done within ${String(LIMIT_MS / 1000)} s`);
  try {
    return await withDeadline({ stop: signal, ms: LIMIT_MS, late }, (until) =>
      abortable(done, until),
    );
  } catch (error) {
    if (error !== late) throw error;
    return { unfinished: late.message };
  } finally {
    void worker.terminate();
  }
}

/** When run from source, in the tests and under tsx, the worker registers tsx first. */
function startWorker(file: URL, options: WorkerOptions & { workerData: object }): Worker {
  if (!file.pathname.endsWith(".ts")) return new Worker(file, options);
  const modules = ["tsx/esm/api", file.href];
  const workerData = { ...(options.workerData as object), modules };
  return new Worker(FROM_SOURCE, { ...options, workerData, eval: true });
}

const FROM_SOURCE =
  'const { modules: [tsx, file] } = require("node:worker_threads").workerData;' +
  "import(tsx).then(({ register }) => (register(), import(file)))";

/** Ordinary schemas take milliseconds. */
const LIMIT_MS = 10_000;
const MAX_HEAP_MB = 512;
