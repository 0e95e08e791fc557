/**
 * Disarms commands that a CI runner executes when a job prints them: `::word::` at the start of a line
 * (GitHub), `##[word]`, `##vso[…]` and `##teamcity[…]` anywhere. An inserted space is enough. The text
 * must be sanitized already: removing characters later could join two halves of a command.
 */
export const withoutLogCommands = (text: string): string =>
  text.replace(AT_THE_START, "$1: ").replace(ANYWHERE, "# #");

/** Whitespace a runner skips. Line breaks are excluded, or the search would take quadratic time. */
const AT_THE_START = /^((?:(?![\n\r\u2028\u2029])[\s\x85])*):(?=:)/gm;
const ANYWHERE = /##(?=[a-z]*\[)/gi;

/** Whether a CI runner may read the output: it is not a terminal, or a runner's variable is set. */
export const mayBeReadByRunner = (
  stream: { isTTY?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): boolean => stream.isTTY !== true || RUNNERS.some((name) => (env[name] ?? "") !== "");

const RUNNERS = ["CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"];
