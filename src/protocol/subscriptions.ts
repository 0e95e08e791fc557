import { ALWAYS_OPTED_OUT, OPTIONAL_NOTIFICATIONS } from "./methods.js";

/** Which optional notifications the server should send. */
export interface Wanted {
  deltas: boolean;
  /** Deltas of agent messages; included in `deltas`. */
  words?: boolean;
  diff: boolean;
  mcp: boolean;
  /** Every notification, including unknown ones. */
  raw: boolean;
}

/** The methods for `optOutNotificationMethods`. */
export function optOutMethods(wanted: Wanted): string[] {
  if (wanted.raw) return [];
  const enabled = { ...wanted, words: wanted.deltas || wanted.words === true };
  const disabled = (["words", "deltas", "diff", "mcp"] as const).filter((name) => !enabled[name]);
  return [...ALWAYS_OPTED_OUT, ...disabled.flatMap((name) => OPTIONAL_NOTIFICATIONS[name])];
}
