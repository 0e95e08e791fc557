import { parentPort, workerData } from "node:worker_threads";

import type { AnswerTask } from "./validate.js";

/** This file, which is what a worker is started on: it has the same name wherever it is bundled to. */
export const WORKER_URL = new URL(import.meta.url);

/** Whether this is the worker and not the program that starts one. */
const task = (workerData as { answerTask?: AnswerTask } | null)?.answerTask;

if (task !== undefined) {
  const { validateAnswer } = await import("./validate.js");
  parentPort?.postMessage(validateAnswer(task));
}
