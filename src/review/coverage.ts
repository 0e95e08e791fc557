import * as z from "zod/mini";

import type { SurveyedFile } from "../git/survey.js";
import { shorten } from "../text/shorten.js";

const State = z.enum(["reviewed", "ignored", "not_shown"]);

/** How much of a change was shown to the reviewer. */
export const Coverage = z.strictObject({
  /** Number of files in the change. */
  files: z.int(),
  reviewed: z.int(),
  /** Generated before the change and after it: the reviewer is told to ignore their style. */
  ignored: z.int(),
  /** Without text to show: binary, too large, or the commit of a submodule. */
  not_shown: z.int(),
  /** Files that were not reviewed, and those that claim to be generated or binary and are not. */
  listed: z.array(z.strictObject({ file: z.string(), state: State, reason: z.string() })),
  /** How many more were left out of `listed`. */
  unlisted: z.int(),
});

export type Coverage = z.infer<typeof Coverage>;

/** Counts the files of a change by state, and lists those with a reason. */
export function coverageOf(files: readonly SurveyedFile[]): Coverage {
  const count = (state: SurveyedFile["state"]) =>
    files.filter((file) => file.state === state).length;
  const notable = files
    .flatMap(({ path, state, reason }) =>
      reason === null ? [] : [{ file: shorten(path, MAX_PATH_LENGTH), state, reason }],
    )
    // Files that were not shown come first, so that others cannot push them off the list.
    .sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
  const listed = notable.slice(0, MAX_LISTED);
  return {
    files: files.length,
    reviewed: count("reviewed"),
    ignored: count("ignored"),
    not_shown: count("not_shown"),
    listed,
    unlisted: notable.length - listed.length,
  };
}

const ORDER: readonly SurveyedFile["state"][] = ["not_shown", "ignored", "reviewed"];
const MAX_LISTED = 100;
const MAX_PATH_LENGTH = 500;
