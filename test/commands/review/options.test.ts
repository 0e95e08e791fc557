import { describe, expect, test } from "vitest";

import { parsePlain } from "../../../commands/cli/parse.js";
import { REVIEW_FLAGS } from "../../../commands/review/flags.js";
import { parseReview, type ReviewOptions } from "../../../commands/review/options.js";
import { parseTurn } from "../../../commands/turn/options.js";
import type { ConfigFile, ReviewSection } from "../../../config/schema.js";
import { complaint } from "../../helpers/git-repository.js";

/** A report is not shown while it is written. */
const turnOf = (argv: Parameters<typeof parseTurn>[0]) => ({
  ...parseTurn(argv),
  messageDeltas: false,
});

const DEFAULTS: ReviewOptions = {
  target: { kind: "uncommitted" },
  instructions: undefined,
  paths: [],
  failOn: "P1",
  failOnEmpty: false,
  baseline: undefined,
  acceptance: undefined,
  onlyNew: false,
  formats: [{ format: "text", file: undefined }],
  timeoutMs: undefined,
  turn: turnOf({}),
};

// Only a dash opens standard input.
const words = (argument: string) => ({
  instructions: {
    argument,
    file: undefined,
    stdin: argument === "-" ? undefined : false,
    fileFlag: "--instructions-file",
  },
});
const file = (path: string) => ({
  instructions: { argument: undefined, file: path, stdin: false, fileFlag: "--instructions-file" },
});

describe("a command line", () => {
  test.each<[argv: string[], options: Partial<ReviewOptions>]>([
    [[], {}],
    [["--uncommitted"], {}],
    [["--base", "main"], { target: { kind: "base", branch: "main" } }],
    [["--commit", "abc"], { target: { kind: "commit", sha: "abc", title: null } }],
    [["--commit", "abc", "--title", "T"], { target: { kind: "commit", sha: "abc", title: "T" } }],
    [["--range", "a..b"], { target: { kind: "range", from: "a", to: "b", symmetric: false } }],
    [["--range", "a..."], { target: { kind: "range", from: "a", to: "HEAD", symmetric: true } }],
    [["look"], { target: undefined, ...words("look") }],
    [["-"], { target: undefined, ...words("-") }],
    [["--instructions-file", "w.md"], { target: undefined, ...file("w.md") }],
    [["--base", "main", "look"], { target: { kind: "base", branch: "main" }, ...words("look") }],
    [["--uncommitted", "look"], words("look")],
    [["--uncommitted", "--instructions-file", "w.md"], file("w.md")],
    [["--fail-on", "never"], { failOn: "never" }],
    [["--baseline", "b.json", "--only-new"], { baseline: "b.json", onlyNew: true }],
    [
      ["--baseline", "b.json", "--update-baseline"],
      {
        baseline: "b.json",
        acceptance: { reason: "accepted with --update-baseline", expires: null },
      },
    ],
    [
      ["--baseline=b", "--update-baseline", "--reason", "why", "--expires", "2028-02-29"],
      { baseline: "b", acceptance: { reason: "why", expires: "2028-02-29" } },
    ],
    [["--timeout", "90"], { timeoutMs: 90_000 }],
    [["--timeout", "5m"], { timeoutMs: 300_000 }],
    [["--format", "sarif"], { formats: [{ format: "sarif", file: undefined }] }],
    [
      ["--format", "sarif=r.sarif"],
      {
        formats: [
          { format: "sarif", file: "r.sarif" },
          { format: "text", file: undefined },
        ],
      },
    ],
    [
      ["--format", "sarif=a=b", "--format", "github"],
      {
        formats: [
          { format: "sarif", file: "a=b" },
          { format: "github", file: undefined },
        ],
      },
    ],
    [["--json"], { formats: [], turn: turnOf({ json: true }) }],
    [
      ["--json", "--format", "sarif=r"],
      { formats: [{ format: "sarif", file: "r" }], turn: turnOf({ json: true }) },
    ],
    [
      ["--json", "-o", "out"],
      {
        formats: [{ format: "text", file: "out" }],
        turn: turnOf({ json: true, output: "out" }),
      },
    ],
    [
      ["-o", "out", "--format", "json", "--format", "jsonl=x"],
      {
        formats: [
          { format: "json", file: "out" },
          { format: "jsonl", file: "x" },
        ],
        turn: turnOf({ output: "out" }),
      },
    ],
    [["-m", "m", "--effort", "low"], { turn: turnOf({ model: "m", effort: "low" }) }],
  ])("%j", (argv, options) => {
    expect(parsed(argv)).toEqual({ ...DEFAULTS, ...options });
  });
});

describe("invalid combinations are errors:", () => {
  test.each<[argv: string[], message: string]>([
    [["--uncommitted", "--base", "b"], "a review has one target, not --uncommitted and --base"],
    [["--base", "b", "--commit", "c"], "a review has one target, not --base and --commit"],
    [["--commit", "c", "--range", "a..b"], "a review has one target, not --commit and --range"],
    [["--title", "t"], "--title requires --commit"],
    [["--base", "b", "--title", "t"], "--title requires --commit"],
    [["--range", "main"], "'main' is not a commit range"],
    [["look", "here"], 'review: unexpected argument "here"'],
    [["--reason", "r"], "--reason and --expires require --update-baseline"],
    [["--expires", "2027-01-31"], "--reason and --expires require --update-baseline"],
    [["--update-baseline"], "--update-baseline needs --baseline FILE"],
    [["--timeout", "0"], "--timeout 0: expected a time, such as 90s or 5m"],
    [["--format", "json", "--format", "text"], "only one --format can go to stdout"],
    [["--json", "--format", "json"], "--json prints events on stdout"],
  ])("%j", (argv, message) => {
    expect(complaint(() => parsed(argv))).toMatchObject({ kind: "usage", message });
  });

  test.each(["tomorrow", "2027-02-29", "2027-1-31", "31.01.2027", "", "2027", "2027-01"])(
    "--expires %j",
    (day) => {
      const argv = ["--baseline", "b", "--update-baseline", "--expires", day];
      expect(complaint(() => parsed(argv))).toMatchObject({
        kind: "usage",
        message: `--expires ${day}: expected a date, such as 2027-01-31`,
      });
    },
  );
});

describe("the section of a config file", () => {
  const SECTION: ReviewSection = {
    fail_on: "P3",
    format: ["github", "sarif=r.sarif"],
    timeout: "2m",
    instructions_file: "/home/wishes.md",
    paths: ["src", "!src/vendor"],
    on_error: "closed",
  };
  const CONFIGURED: Partial<ReviewOptions> = {
    instructions: { ...file("/home/wishes.md").instructions, isConfigured: true },
    paths: ["src", ":(exclude)src/vendor"],
    failOn: "P3",
    formats: [
      { format: "github", file: undefined },
      { format: "sarif", file: "r.sarif" },
    ],
    timeoutMs: 120_000,
  };

  test("fills in what the command line leaves out, and does not change the target", () => {
    expect(parsed([], { review: SECTION })).toEqual({ ...DEFAULTS, ...CONFIGURED });
  });

  test("gives way to the command line", () => {
    const argv = ["--fail-on", "P0", "--format", "json", "--timeout", "3s", "look"];
    expect(parsed(argv, { review: SECTION })).toEqual({
      ...DEFAULTS,
      ...CONFIGURED,
      ...{ target: undefined, ...words("look"), failOn: "P0", timeoutMs: 3000 },
      formats: [{ format: "json", file: undefined }],
    });
  });

  test("has a gate of its own: that of turns does not count for reviews", () => {
    expect(parsed([], { fail_on: ["no-change"], model: "m" })).toEqual({
      ...DEFAULTS,
      turn: turnOf({ model: "m" }),
    });
  });

  test("does not get in the way of --json", () => {
    expect(parsed(["--json"], { review: { format: ["sarif=r"] } })).toEqual({
      ...DEFAULTS,
      formats: [{ format: "sarif", file: "r" }],
      turn: turnOf({ json: true }),
    });
  });

  test("may choose a format for stdout, which --json then has for itself", () => {
    expect(parsed(["--json"], { review: { format: ["markdown", "sarif=r"] } })).toEqual({
      ...DEFAULTS,
      formats: [{ format: "sarif", file: "r" }],
      turn: turnOf({ json: true }),
    });
  });
});

function parsed(argv: readonly string[], settings: ConfigFile = {}): ReviewOptions {
  const given = parsePlain(["review", ...argv], REVIEW_FLAGS);
  if (given === undefined) throw new Error("not a plain command line");
  return parseReview(given, settings);
}
