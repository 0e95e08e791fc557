import { NEVER_WANTED, WANTED_FOR } from "./methods.js";

/** The optional parts of the news. */
export interface Wanted {
  deltas: boolean;
  diff: boolean;
  mcp: boolean;
  /** Everything, also what we cannot read. */
  raw: boolean;
}

/** The notifications the server need not send. */
export function optOuts(wanted: Wanted): string[] {
  if (wanted.raw) return [];
  const parts = (["deltas", "diff", "mcp"] as const).filter((part) => !wanted[part]);
  return [...NEVER_WANTED, ...parts.flatMap((part) => WANTED_FOR[part])];
}
