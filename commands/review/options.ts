import type { ConfigFile } from "../../config/schema.js";
import { parseDuration } from "../../src/text/duration.js";
import { CliError } from "../../src/outcome/errors.js";
import { pathspec } from "../../src/git/pathspec.js";
import type { ReviewTargetSpec } from "../../src/git/target.js";
import { parseRange } from "../../src/git/target.js";
import type { PromptSource } from "../../src/input/prompt.js";
import type { Format } from "../../src/review/formats/formats.js";
import { parseFormat } from "../../src/review/formats/formats.js";
import type { ReviewFailOn } from "../../src/review/report.js";
import type { ParsedArguments } from "../cli/parse.js";
import { unexpectedArgument } from "../cli/usage-errors.js";
import type { TurnOptions } from "../turn/options.js";
import { parseTurn } from "../turn/options.js";

/** An output format and its file; undefined is stdout. */
interface FormatOptions {
  format: Format;
  file: string | undefined;
}

/** A file named by a config file is read at the base of the change if it is in the repository. */
type InstructionsSource = PromptSource & { isConfigured?: true };

/** The options of a review, from flags and config files. */
export interface ReviewOptions {
  /** Undefined leaves the target to the instructions. */
  target: ReviewTargetSpec | undefined;
  instructions: InstructionsSource | undefined;
  paths: readonly string[];
  failOn: ReviewFailOn;
  /** Whether it fails if there is nothing to review. */
  failOnEmpty: boolean;
  baseline: string | undefined;
  /** Accepts the findings into the baseline. */
  acceptance: { reason: string; expires: string | null } | undefined;
  onlyNew: boolean;
  formats: readonly FormatOptions[];
  timeoutMs: number | undefined;
  /** The options shared with every turn. */
  turn: TurnOptions;
}

/** Builds the options; flags win over config files. */
export function parseReview(argv: ParsedArguments, settings: ConfigFile): ReviewOptions {
  const section = settings.review ?? {};
  const text = (flag: string): string | undefined => argv[flag] as string | undefined;
  // The time limit of a review starts before its turn: it has a timer of its own.
  const { "fail-on": failOn, ...shared } = argv;
  const parsed = parseTurn({ ...shared, timeout: undefined }, { ...settings, fail_on: undefined });
  // The answer of a review is its report, which is not written piece by piece.
  const turn = { ...parsed, messageDeltas: false };
  const instructions = instructionsOf(argv, section.instructions_file);
  const timeout = text("timeout") ?? section.timeout;
  return {
    target: targetOf(argv, argv._.length > 1 || argv["instructions-file"] !== undefined),
    instructions,
    paths: (section.paths ?? []).map(pathspec),
    failOn: (failOn as ReviewFailOn | undefined) ?? section.fail_on ?? "P1",
    failOnEmpty: argv["fail-on-empty"] === true,
    baseline: text("baseline"),
    acceptance: acceptanceOf(argv),
    onlyNew: argv["only-new"] === true,
    formats: formatsOf(argv, section.format, turn),
    timeoutMs: timeout === undefined ? undefined : parseDuration("--timeout", timeout),
    turn,
  };
}

/** Instructions without a target flag leave the target to the reviewer. */
function targetOf(argv: ParsedArguments, hasInstructions: boolean): ReviewTargetSpec | undefined {
  const given = TARGETS.filter((name) => argv[name] !== undefined && argv[name] !== false);
  if (given.length > 1) {
    const names = given.map((name) => `--${name}`).join(" and ");
    throw new CliError("usage", `a review has one target, not ${names}`);
  }
  if (argv["title"] !== undefined && given[0] !== "commit") {
    throw new CliError("usage", "--title requires --commit");
  }
  const value = String(argv[given[0] ?? ""]);
  switch (given[0]) {
    case "base":
      return { kind: "base", branch: value };
    case "commit":
      return { kind: "commit", sha: value, title: (argv["title"] as string | undefined) ?? null };
    case "range":
      return { kind: "range", ...parseRange(value) };
    case "uncommitted":
      return { kind: "uncommitted" };
    case undefined:
    default:
      return hasInstructions ? undefined : { kind: "uncommitted" };
  }
}

const TARGETS = ["uncommitted", "base", "commit", "range"] as const;

/** Stdin is read only for `-`: that of a hook or a CI job is not meant for us. */
function instructionsOf(
  argv: ParsedArguments,
  configured: string | undefined,
): InstructionsSource | undefined {
  const [, argument, ...more] = argv._.map(String);
  if (more.length > 0) {
    throw unexpectedArgument("review", more[0] ?? "", "instructions of several words need quotes");
  }
  const given = argv["instructions-file"] as string | undefined;
  const file = given ?? (argument === undefined ? configured : undefined);
  if (argument === undefined && file === undefined) return undefined;
  const stdin = argument === "-" ? undefined : false;
  const source = { argument, file, stdin, fileFlag: "--instructions-file" };
  return file === undefined || given !== undefined ? source : { ...source, isConfigured: true };
}

function acceptanceOf(argv: ParsedArguments): ReviewOptions["acceptance"] {
  const { reason, expires, baseline } = argv as Record<string, string | undefined>;
  if (argv["update-baseline"] !== true) {
    if (reason === undefined && expires === undefined) return undefined;
    throw new CliError("usage", "--reason and --expires require --update-baseline");
  }
  if (baseline === undefined) {
    throw new CliError("usage", "--update-baseline needs --baseline FILE");
  }
  if (expires !== undefined && !isDate(expires)) {
    throw new CliError("usage", `--expires ${expires}: expected a date, such as 2027-01-31`);
  }
  return { reason: reason ?? "accepted with --update-baseline", expires: expires ?? null };
}

/** Whether it is a valid YYYY-MM-DD date. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** At most one format goes to stdout, and none where the events go. */
function formatsOf(
  argv: ParsedArguments,
  configured: readonly string[] | undefined,
  { json, output, result }: TurnOptions,
): FormatOptions[] {
  const given = argv["format"] as string[] | undefined;
  const fromConfig = (configured ?? []).map(parseFormat);
  // A configured format for stdout gives way to the events.
  const fallback = fromConfig.filter(
    ({ file }) => file !== undefined || !json || output !== undefined,
  );
  const formats = given?.map(parseFormat) ?? fallback;
  const onStdout = formats.filter(({ file }) => file === undefined);
  if (onStdout.length > 1) {
    throw new CliError("usage", `only one --format can go to ${output ?? "stdout"}`, {
      hint: "write the others to files: --format sarif=review.sarif",
    });
  }
  // `-` is stdout, and then nothing else goes there.
  const isTaken = json || result === "-" || formats.some(({ file }) => file === "-");
  const needsOne = onStdout.length === 0 && (output !== undefined || !isTaken);
  const all = needsOne ? [...formats, { format: "text" as const, file: undefined }] : formats;
  if (json && output === undefined && onStdout.length > 0) {
    throw new CliError("usage", "--json prints events on stdout", {
      hint: `give the format a file: --format ${onStdout[0]?.format ?? "json"}=FILE`,
    });
  }
  return all.map(({ format, file }) => ({ format, file: file ?? output }));
}
