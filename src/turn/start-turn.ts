import type { AppServer } from "../protocol/app-server.js";
import type { ReviewTarget, TurnParams } from "../protocol/params.js";
import type { OpenedThread } from "../session/open-thread.js";

/** What to do on the thread. */
export type Task =
  | { kind: "turn"; params: Omit<TurnParams, "threadId" | "approvalPolicy"> }
  | { kind: "review"; target: ReviewTarget }
  /** Compacts the thread's history; the id of its turn comes with turn/started. */
  | { kind: "compact" }
  | { kind: "nothing" };

/** Starts the task and returns the id of its turn, if it has one. */
export async function beginTurn(
  server: AppServer,
  task: Task,
  opened: OpenedThread,
): Promise<string | undefined> {
  const threadId = opened.started.thread.id;
  const { approvalPolicy, sandboxPolicy } = opened;
  switch (task.kind) {
    case "turn": {
      const effort = effortOf(task, opened);
      return server.startTurn({ threadId, ...task.params, approvalPolicy, effort, sandboxPolicy });
    }
    case "review":
      return server.startReview(threadId, task.target);
    case "compact":
      await (await server.history()).compactThread(threadId);
      return NO_TURN_ID;
    case "nothing":
      return undefined;
  }
}

/** Stands for the id of a turn that is not known yet. */
export const NO_TURN_ID = "";

/** The effort to send with the turn; null leaves it to the thread. */
export const effortOf = (task: Task, { effort }: OpenedThread): string | null =>
  task.kind === "turn" ? (task.params.effort ?? effort) : null;
