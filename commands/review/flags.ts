import { FORMATS } from "../../src/review/formats/formats.js";
import { REVIEW_FAIL_ON } from "../../src/review/report.js";
import type { Flag } from "../cli/flags/flag.js";
import { RUN_FLAGS, TURN_FLAGS } from "../cli/flags/turn.js";

const { json, result, include, quiet, verbose, color, model, effort, summary, cd, ephemeral } =
  TURN_FLAGS;
const { codex, connect, config, enable, disable, record } = TURN_FLAGS;

/** The flags of `review`: target, gate and output. */
export const REVIEW_FLAGS = {
  uncommitted: {
    type: "boolean",
    group: "Target:",
    describe: "uncommitted changes: staged, unstaged, untracked (the default)",
  },
  base: {
    type: "string",
    value: "BRANCH",
    group: "Target:",
    describe: "changes since the merge base with this branch",
  },
  commit: { type: "string", value: "SHA", group: "Target:", describe: "one commit" },
  title: {
    type: "string",
    value: "TEXT",
    group: "Target:",
    describe: "title of the commit (with --commit)",
  },
  range: {
    type: "string",
    value: "RANGE",
    group: "Target:",
    describe: "changes from A to B (A..B), or since their merge base (A...B)",
  },
  "fail-on": {
    type: "string",
    value: "PRIORITY",
    choices: REVIEW_FAIL_ON,
    group: "Gate:",
    describe: "exit 3 for findings of this priority or worse, by default P1",
  },
  "fail-on-empty": {
    type: "boolean",
    group: "Gate:",
    describe: "exit 3 if there is nothing to review (else exit 0)",
  },
  baseline: {
    type: "string",
    value: "FILE",
    file: "read",
    group: "Gate:",
    describe: "file of accepted findings, by fingerprint",
  },
  "update-baseline": {
    type: "boolean",
    group: "Gate:",
    describe: "accept the current findings: write them to the --baseline file",
  },
  reason: {
    type: "string",
    value: "TEXT",
    group: "Gate:",
    describe: "why they are accepted (with --update-baseline)",
  },
  expires: {
    type: "string",
    value: "DATE",
    group: "Gate:",
    describe: "last day of the acceptance, YYYY-MM-DD (with --update-baseline)",
  },
  "only-new": {
    type: "boolean",
    group: "Gate:",
    describe: "print only findings the baseline does not accept",
  },
  timeout: {
    type: "string",
    value: "DURATION",
    group: "Gate:",
    describe: "time limit (90, 90s, 5m): exit 124",
  },
  format: {
    type: "string",
    value: "FORMAT",
    array: true,
    file: "write",
    group: "Output:",
    describe: `${FORMATS.join(", ")}; FORMAT=FILE writes a file (repeatable)`,
  },
  output: {
    alias: "o",
    type: "string",
    value: "FILE",
    file: "write",
    group: "Output:",
    describe: "write to a file instead of stdout",
  },
  json,
  result,
  record,
  include,
  quiet,
  verbose,
  color,
  "raw-output": TURN_FLAGS["raw-output"],
  "redact-env": TURN_FLAGS["redact-env"],
  "instructions-file": {
    type: "string",
    value: "FILE",
    file: "read",
    group: "Input:",
    describe: "read the instructions from a file",
  },
  model,
  effort,
  summary,
  cd,
  ephemeral,
  trust: {
    ...TURN_FLAGS.trust,
    describe: "untrusted (the default) or trusted: whether codex loads the repository's own .codex",
  },
  "min-quota": TURN_FLAGS["min-quota"],
  codex,
  connect,
  "connect-token-file": TURN_FLAGS["connect-token-file"],
  config,
  enable,
  disable,
  "trust-project-config": TURN_FLAGS["trust-project-config"],
  demo: RUN_FLAGS.demo,
} as const satisfies Record<string, Flag>;
