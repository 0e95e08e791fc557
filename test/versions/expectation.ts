import type { Finished } from "../helpers/run-cli.js";

/** How a check ended: it works, turnpipe refuses it with a reason, or something else happens. */
export type Cell = "works" | { readonly refuses: string } | { readonly wrong: string };

/** A run that did not do what was expected. */
class Unexpected extends Error {
  readonly finished: Finished;
  constructor(what: string, finished: Finished) {
    super(what);
    this.finished = finished;
  }
}

/** What a run must have done. */
export interface Expected {
  readonly exit: number;
  /** Texts of stdout. */
  readonly has?: readonly string[];
}

/** Throws unless the run ended as expected, and left nothing behind. */
export function expectRun(finished: Finished, { exit, has = [] }: Expected): void {
  if (finished.exit !== exit) {
    throw new Unexpected(`exit ${String(finished.exit)} instead of ${exit}`, finished);
  }
  const missing = has.find((text) => !finished.stdout.includes(text));
  if (missing !== undefined) throw new Unexpected(`stdout has no ${missing}`, finished);
  if (finished.left.length > 0) throw new Unexpected(`left: ${finished.left.join(", ")}`, finished);
}

/** Throws unless `holds`; what a run did beside its output. */
export function expectThat(holds: boolean, what: string, finished: Finished): void {
  if (!holds) throw new Unexpected(what, finished);
}

/** A refusal has a status other than 0, and says what this codex does not do and which version does. */
export function cellOf(error: unknown): Cell {
  if (!(error instanceof Unexpected)) return { wrong: String(error).slice(0, SHOWN) };
  const { exit, stderr, stdout } = error.finished;
  const reason = stderr.split("\n").find((line) => REFUSAL.test(line));
  const isRefusal = reason !== undefined && VERSION_NEEDED.test(stderr);
  if (typeof exit === "number" && exit !== 0 && exit !== BUG && isRefusal) {
    return { refuses: reason.replace(/^\S*error: /, "") };
  }
  const said = (stderr.trim() || stdout.trim()).split("\n").slice(-2).join(" / ");
  return { wrong: `${error.message}: ${said}`.slice(0, SHOWN) };
}

const REFUSAL = /\bcodex \d+\.\d+\.\d+\S* (?:does not support|cannot)|\bthis codex would /;
const VERSION_NEEDED = /^hint: requires (?:a )?codex /m;
const BUG = 70;
const SHOWN = 300;
