import * as z from "zod/mini";

import type { SurveyedFile } from "../git/survey.js";

const State = z.enum(["reviewed", "ignored", "not_shown"]);

/** How much of a change its reviewer got to see. */
export const Coverage = z.strictObject({
  /** How many files the change has. */
  files: z.int(),
  reviewed: z.int(),
  /** Generated before the change and after it: the reviewer is told to pass over their style. */
  ignored: z.int(),
  /** Without text to show: binary, too large, or the commit of a submodule. */
  not_shown: z.int(),
  /** The files that are not simply reviewed, and those that claim to be generated or binary and are not. */
  listed: z.array(z.strictObject({ file: z.string(), state: State, reason: z.string() })),
  /** How many more would be listed. */
  unlisted: z.int(),
});

export type Coverage = z.infer<typeof Coverage>;

/** Counts the files of a change, and names those there is something to say about. */
export function coverageOf(files: readonly SurveyedFile[]): Coverage {
  const count = (state: SurveyedFile["state"]) =>
    files.filter((file) => file.state === state).length;
  const notable = files
    .flatMap(({ path, state, reason }) =>
      reason === null ? [] : [{ file: shortened(path), state, reason }],
    )
    // What nobody saw is named first, so that nothing can crowd it out.
    .sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
  const listed = notable.slice(0, MOST_LISTED);
  return {
    files: files.length,
    reviewed: count("reviewed"),
    ignored: count("ignored"),
    not_shown: count("not_shown"),
    listed,
    unlisted: notable.length - listed.length,
  };
}

const shortened = (path: string): string =>
  path.length <= LONGEST ? path : `${path.slice(0, LONGEST)}…`;

const ORDER: readonly SurveyedFile["state"][] = ["not_shown", "ignored", "reviewed"];
const MOST_LISTED = 100;
const LONGEST = 500;
