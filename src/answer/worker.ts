import { parentPort, workerData } from "node:worker_threads";

import type { AnswerTask } from "./validate.js";

/** The worker's entry point: this file, wherever the bundle puts it. */
export const WORKER_URL = new URL(import.meta.url);

/** Set only in the worker thread, not in the program that imports this file. */
const task = (workerData as { answerTask?: AnswerTask } | null)?.answerTask;

if (task !== undefined) {
  const { validateAnswer } = await import("./validate.js");
  parentPort?.postMessage(validateAnswer(task));
}
