import { withAnswers } from "../../src/approvals/answers.js";
import type { Approver } from "../../src/approvals/approver.js";
import { ALWAYS, bounded, NEVER } from "../../src/approvals/approver.js";
import { byProgram } from "../../src/approvals/by-program.js";
import { byRules } from "../../src/approvals/by-rules.js";
import type { Rules } from "../../src/approvals/rules/decide.js";
import { parseRule } from "../../src/approvals/rules/rule.js";
import { CliError } from "../../src/outcome/errors.js";
import { findTerminal, terminalColumns } from "../../src/input/terminal.js";
import type { Runtime } from "../../src/context.js";
import { protectedPlaces } from "./protected-directories.js";
import { redactPrompt } from "./redact-prompt.js";
import { learnAnswers } from "./secret-answers.js";
import type { ApprovalOptions } from "./approval-options.js";

/** Who decides, as a command line wants it; what is wrong with the rules is told before anything runs. */
export function approverFor(wish: ApprovalOptions, workdir: string, runtime: Runtime): Approver {
  const approver = bounded(
    WAYS[wish.by](wish, workdir, runtime),
    wish.withinMs ?? PATIENCE[wish.by],
  );
  return learnAnswers(withAnswers(approver, wish.answers), wish.answers, runtime.secrets);
}

const MINUTE = 60_000;

/** A program decides at once or not at all; a person may be having lunch. */
const PATIENCE = {
  never: MINUTE,
  always: MINUTE,
  rules: MINUTE,
  program: MINUTE,
  ask: 30 * MINUTE,
} as const satisfies Record<ApprovalOptions["by"], number>;

const WAYS: Readonly<
  Record<
    ApprovalOptions["by"],
    (wish: ApprovalOptions, workdir: string, runtime: Runtime) => Approver
  >
> = {
  never: () => NEVER,
  always: () => ALWAYS,
  rules: (wish, root, { env }) =>
    byRules(rulesOf(wish), { root, protectedPlaces: () => protectedPlaces(root, env) }),
  ask: (_, __, { secrets }) => redactPrompt(findTerminal(), terminalColumns, secrets),
  program: ({ command }, workdir, runtime) =>
    byProgram((input, stop) => decide(command, input, { workdir, runtime, stop })),
};

const LONGEST = 200;

/** The rules of the config files, read. */
export const rulesOf = ({ allow, deny }: Pick<ApprovalOptions, "allow" | "deny">): Rules => ({
  allow: allow.map(parseRule),
  deny: deny.map(parseRule),
});

async function decide(
  command: string,
  input: string,
  { workdir, runtime, stop }: { workdir: string; runtime: Runtime; stop: AbortSignal },
): Promise<string> {
  const { launcher, env } = runtime;
  const { exitCode, stderrTail, output } = await launcher.run(
    { file: "/bin/sh", args: ["-c", command], cwd: workdir, env, greeting: input.trimEnd() },
    stop,
  );
  if (exitCode === 0) return output;
  const how = exitCode === null ? "it was ended by a signal" : `exit ${String(exitCode)}`;
  const last = stderrTail.trim().split("\n").at(-1)?.slice(0, LONGEST) ?? "";
  throw new CliError("declined", `${command} failed: ${[how, last].filter(Boolean).join(", ")}`);
}
