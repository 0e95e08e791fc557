/**
 * A CI runner obeys certain lines that a job prints, and here a model writes them: `::word::` at the
 * start of a line (GitHub), `##[word]`, `##vso[…]` and `##teamcity[…]` anywhere. A blank ends that.
 */
export const withoutLogCommands = (text: string): string =>
  text.replace(/^(\s*):(?=:)/gm, "$1: ").replace(/##(?=[a-z]*\[)/gi, "# #");
