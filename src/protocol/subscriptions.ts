import { ALWAYS_OPTED_OUT, OPTIONAL_NOTIFICATIONS } from "./methods.js";

/** The optional parts of the news. */
export interface Wanted {
  deltas: boolean;
  /** What the agent says while it says it; deltas have that, too. */
  words?: boolean;
  diff: boolean;
  mcp: boolean;
  /** Everything, also what we cannot read. */
  raw: boolean;
}

/** The notifications the server need not send. */
export function optOutMethods(wanted: Wanted): string[] {
  if (wanted.raw) return [];
  const said = { ...wanted, words: wanted.deltas || wanted.words === true };
  const parts = (["words", "deltas", "diff", "mcp"] as const).filter((part) => !said[part]);
  return [...ALWAYS_OPTED_OUT, ...parts.flatMap((part) => OPTIONAL_NOTIFICATIONS[part])];
}
