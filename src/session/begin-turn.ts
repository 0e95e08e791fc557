import type { AppServer } from "../protocol/app-server.js";
import type { ReviewTarget, TurnParams } from "../protocol/params.js";
import type { OpenedThread } from "./open-thread.js";

/** What is to happen on the thread. */
export type Task =
  | { kind: "turn"; params: Omit<TurnParams, "threadId" | "approvalPolicy"> }
  | { kind: "review"; target: ReviewTarget }
  | { kind: "nothing" };

/** Starts the task; the id of its turn, if it has one. */
export async function beginTurn(
  server: AppServer,
  task: Task,
  { started, approvalPolicy, effort }: OpenedThread,
): Promise<string | undefined> {
  const threadId = started.thread.id;
  switch (task.kind) {
    case "turn": {
      const { params } = task;
      return server.startTurn({
        threadId,
        ...params,
        approvalPolicy,
        effort: params.effort ?? effort,
      });
    }
    case "review":
      return server.startReview(threadId, task.target);
    case "nothing":
      return undefined;
  }
}
