import { ALWAYS_OPTED_OUT, OPTIONAL_NOTIFICATIONS } from "./methods.js";

/** Which optional notifications the server should send. */
export interface NotificationOptions {
  deltas: boolean;
  /** Deltas of agent messages; included in `deltas`. */
  messageDeltas?: boolean;
  diff: boolean;
  mcp: boolean;
  /** Every notification, including unknown ones. */
  raw: boolean;
}

/** The methods for `optOutNotificationMethods`. */
export function optOutMethods(wanted: NotificationOptions): string[] {
  if (wanted.raw) return [];
  const enabled = { ...wanted, messageDeltas: wanted.deltas || wanted.messageDeltas === true };
  const disabled = (["messageDeltas", "deltas", "diff", "mcp"] as const).filter(
    (name) => !enabled[name],
  );
  return [...ALWAYS_OPTED_OUT, ...disabled.flatMap((name) => OPTIONAL_NOTIFICATIONS[name])];
}
