/** What the reviewer is to look at and how, beyond what the server says by itself. */
export interface Rubric {
  /** How to see the change; undefined where the instructions say what to look at. */
  change: string | undefined;
  own: string | undefined;
  /** Files of the change that nobody wrote by hand. */
  ignorable: readonly string[];
  /** Path patterns that bound the review. */
  paths: readonly string[];
}

/** The instructions of a review that needs more than a target. */
export function renderRubric({ change, own, ignorable, paths }: Rubric): string {
  const parts = [
    change,
    paths.length === 0
      ? undefined
      : `Only what these git path patterns leave in is part of the review:\n${bullets(paths)}`,
    ignorable.length === 0
      ? undefined
      : "These files are lock files, vendored or generated. Read them where you must, " +
        `report nothing about them:\n${bullets(ignorable.slice(0, MOST_NAMED))}${rest(ignorable)}`,
    own?.trim(),
    change === undefined ? undefined : "Provide prioritized, actionable findings.",
  ];
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

/** A name is one line, whatever it says. */
const bullets = (names: readonly string[]): string =>
  names.map((name) => `- ${/\p{Cc}/u.test(name) ? JSON.stringify(name) : name}`).join("\n");

/** A vendored tree can have thousands. */
const MOST_NAMED = 100;

const rest = ({ length }: readonly string[]): string =>
  length <= MOST_NAMED ? "" : `\n- and ${String(length - MOST_NAMED)} more of the same kinds`;
