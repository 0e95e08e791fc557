import type { QueryOptions } from "../cli/server-options.js";

/** What a way to log in has to know. */
export interface LoginOptions extends QueryOptions {
  /** Whether a browser may be opened. */
  browser: boolean;
  /** Aborted when it is time to give up; the reason says why. */
  until: AbortSignal;
}
