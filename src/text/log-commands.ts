/**
 * Breaks the commands that a CI runner obeys when a job prints them: `::word::` at the start of a line
 * (GitHub), `##[word]`, `##vso[…]` and `##teamcity[…]` anywhere. A blank is enough. For a text that has
 * been sanitized: what is removed later may join two halves of a command.
 */
export const withoutLogCommands = (text: string): string =>
  text.replace(AT_THE_START, "$1: ").replace(ANYWHERE, "# #");

/** The blanks that a runner skips; no line break, or each line would be searched from each before it. */
const AT_THE_START = /^((?:(?![\n\r\u2028\u2029])[\s\x85])*):(?=:)/gm;
const ANYWHERE = /##(?=[a-z]*\[)/gi;

/** Whether what is printed may be read by a CI runner: it is no terminal, or a runner says so. */
export const mayReachRunner = (
  stream: { isTTY?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): boolean => stream.isTTY !== true || RUNNERS.some((name) => (env[name] ?? "") !== "");

const RUNNERS = ["CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"];
