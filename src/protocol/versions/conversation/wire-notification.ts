import type { ServerMessage } from "../../../rpc/peer-adapter.js";
import type { Fields } from "./fields.js";
import { fieldsOf, textOf } from "./fields.js";

export type WireNotification = Extract<ServerMessage, { kind: "notification" }>;

/** A notification of today's protocol. */
export const notification = (method: string, params: Fields): WireNotification => ({
  kind: "notification",
  method,
  params,
});

/** The steps of a plan in today's spelling. */
export const steps = (plan: unknown): readonly Fields[] =>
  (Array.isArray(plan) ? plan : []).map((each) => {
    const { step, status } = fieldsOf(each);
    return { step: textOf(step) ?? "", status: status === "in_progress" ? "inProgress" : status };
  });
