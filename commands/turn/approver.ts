import { withPresetAnswers } from "../../src/approvals/preset-answers.js";
import type { Approver } from "../../src/approvals/approver.js";
import { ACCEPT_ALL, withTimeLimit, DECLINE_ALL } from "../../src/approvals/approver.js";
import { byProgram } from "../../src/approvals/by-program.js";
import { byRules } from "../../src/approvals/by-rules.js";
import type { Rules } from "../../src/approvals/rules/decide.js";
import { parseRule } from "../../src/approvals/rules/rule.js";
import { CliError } from "../../src/outcome/errors.js";
import { findTerminal, terminalColumns } from "../../src/input/terminal.js";
import type { RunContext } from "../../src/context.js";
import { protectedDirectories } from "./protected-directories.js";
import { byPersonRedacted } from "./redacted-approver.js";
import { redactAnswers } from "./redact-answers.js";
import type { ApprovalOptions } from "./approval-options.js";

/** Creates the approver the options name; an invalid rule throws before anything runs. */
export function approverFor(
  options: ApprovalOptions,
  workdir: string,
  runContext: RunContext,
): Approver {
  const approver = withTimeLimit(
    APPROVERS[options.by](options, workdir, runContext),
    options.withinMs ?? DEFAULT_TIMEOUT_MS[options.by],
  );
  return redactAnswers(
    withPresetAnswers(approver, options.answers),
    options.answers,
    runContext.secrets,
  );
}

const MINUTE = 60_000;

/** A program decides at once or not at all; a person may be having lunch. */
const DEFAULT_TIMEOUT_MS = {
  never: MINUTE,
  always: MINUTE,
  rules: MINUTE,
  program: MINUTE,
  ask: 30 * MINUTE,
} as const satisfies Record<ApprovalOptions["by"], number>;

const APPROVERS: Readonly<
  Record<
    ApprovalOptions["by"],
    (options: ApprovalOptions, workdir: string, runContext: RunContext) => Approver
  >
> = {
  never: () => DECLINE_ALL,
  always: () => ACCEPT_ALL,
  rules: (options, root, { env }) =>
    byRules(rulesOf(options), {
      root,
      protectedDirectories: () => protectedDirectories(root, env),
    }),
  ask: (_, __, { secrets }) => byPersonRedacted(findTerminal(), terminalColumns, secrets),
  program: ({ command }, workdir, runContext) =>
    byProgram((input, stop) => runProgram(command, input, { workdir, runContext, stop })),
};

const MAX_STDERR_CHARACTERS = 200;

/** Parses the rules of the config files. */
export const rulesOf = ({ allow, deny }: Pick<ApprovalOptions, "allow" | "deny">): Rules => ({
  allow: allow.map(parseRule),
  deny: deny.map(parseRule),
});

async function runProgram(
  command: string,
  input: string,
  { workdir, runContext, stop }: { workdir: string; runContext: RunContext; stop: AbortSignal },
): Promise<string> {
  const { launcher, env } = runContext;
  const { exitCode, stderrTail, output } = await launcher.run(
    { file: "/bin/sh", args: ["-c", command], cwd: workdir, env, initialInput: input.trimEnd() },
    stop,
  );
  if (exitCode === 0) return output;
  const how = exitCode === null ? "killed by a signal" : `exit ${String(exitCode)}`;
  const last = stderrTail.trim().split("\n").at(-1)?.slice(0, MAX_STDERR_CHARACTERS) ?? "";
  throw new CliError("declined", `${command} failed: ${[how, last].filter(Boolean).join(", ")}`);
}
