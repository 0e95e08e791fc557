import type { QueryOptions } from "../cli/server-options.js";

/** The options of every login method. */
export interface LoginOptions extends QueryOptions {
  /** Whether a browser may be opened. */
  browser: boolean;
  /** Aborted when it is time to give up; the reason says why. */
  until: AbortSignal;
}
