import { CliError } from "../../src/outcome/errors.js";
import type { Level } from "../exec/grammar.js";
import { CODEX } from "../exec/grammar.js";
import { execOptions } from "../exec/options.js";
import { parseExecArguments } from "../exec/parse-arguments.js";

/**
 * The command line of `turnpipe exec` for one of `codex`; undefined for what the real codex has to do:
 * other sub-commands, help and version, and arguments that turnpipe does not know or rejects.
 */
export function servedArguments(argv: readonly string[]): readonly string[] | undefined {
  try {
    const parsed = parseExecArguments(argv, SERVED);
    const [word] = parsed.path;
    if (word === undefined || parsed.requested !== undefined) return undefined;
    const served = word === "review" ? underExec(argv) : argv;
    // It may still have arguments that contradict each other.
    execOptions(parseExecArguments(served, CODEX));
    return served;
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}

/** `codex review` is `codex exec review`, with fewer options. */
function underExec(argv: readonly string[]): readonly string[] {
  // An option before it may have the value `review`.
  const at = argv.findIndex(
    (word, index) =>
      word === "review" &&
      parseExecArguments(argv.slice(0, index + 1), SERVED).path[0] === "review",
  );
  return argv.slice(0, at).concat("exec", argv.slice(at));
}

const REVIEW_OPTIONS: ReadonlySet<string> = new Set([
  ...["config", "enable", "disable", "strict-config"],
  ...["uncommitted", "base", "commit", "title"],
]);

/** The grammar of what turnpipe does itself under the name `codex`. */
export const SERVED: Level = { ...CODEX, levels: { ...CODEX.levels, ...topLevelReview() } };

function topLevelReview(): Level["levels"] {
  const review = CODEX.levels["exec"]?.levels["review"];
  if (review === undefined) return {};
  const options = Object.entries(review.options).filter(([name]) => REVIEW_OPTIONS.has(name));
  return { review: { ...review, options: Object.fromEntries(options) } };
}
