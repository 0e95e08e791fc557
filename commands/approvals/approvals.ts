import { decide } from "../../src/approvals/rules/decide.js";
import type { RuleRequest } from "../../src/approvals/rules/decide.js";
import type { RuleDecision } from "../../src/approvals/rules/decision.js";
import { CliError } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { ExplainedDecision } from "../../src/dialect/approval.js";
import { oneLine } from "../../src/output/plain-text.js";
import type { RunContext } from "../../src/context.js";
import { rulesOf } from "../turn/approver.js";
import { protectedDirectories } from "../turn/protected-directories.js";
import type { Command } from "../registry.js";
import type { Flag } from "../cli/flags/flag.js";
import { TURN_FLAGS } from "../cli/flags/turn.js";
import { exitCodeAfterOutput } from "../cli/output-errors.js";
import type { ParsedArguments } from "../cli/parse.js";
import { settingsFor } from "../cli/settings.js";
import { unknownAction } from "../cli/usage-errors.js";
import type { CommandOutput } from "../cli/with-server.js";
import { openOutput } from "../cli/with-server.js";

const EXPLAIN_FLAGS = {
  path: {
    type: "string",
    value: "PATH",
    array: true,
    group: "What:",
    describe: "a file to be changed, instead of a command (repeatable)",
  },
  mcp: { type: "string", value: "SERVER/TOOL", group: "What:", describe: "a tool: SERVER/TOOL" },
  host: { type: "string", value: "HOST", group: "What:", describe: "a host to connect to" },
  json: { type: "boolean", group: "Output:", describe: "print one JSON line" },
  color: { ...TURN_FLAGS.color, describe: "colour" },
  "trust-project-config": TURN_FLAGS["trust-project-config"],
} as const satisfies Record<string, Flag>;

/** `turnpipe approvals explain`: prints what the rules would decide, and why. */
export const APPROVALS: Command = {
  name: "approvals",
  actions: ["explain"],
  flags: EXPLAIN_FLAGS,
  help: {
    usage: ["turnpipe approvals explain [flags] -- COMMAND…"],
    about:
      "Print what the rules of the config files (approvals.allow, approvals.deny) decide under " +
      "--approve rules, and why; nothing is run. A single argument is parsed as a shell line, several " +
      "are taken as the words of a command. Exit 0 when it is allowed, 3 when not.\n\n" +
      "Rules: `git status` allows commands that start with it, `=npm test` only this one, `npm run *` " +
      "any one operand for the star; options and sub-commands that write or run must be spelled out " +
      "(`sort -o out.txt`, `git push`). `path: src/**`, `mcp: files/read_*`, `host: *.example.org`. " +
      "Deny wins. A line is split at ; && || | & and inside bash -c; every part needs a rule, and " +
      "what cannot be parsed safely ($, backticks, redirections, sudo, xargs …) is declined.",
    examples: [
      ["turnpipe approvals explain 'git status && rm -rf /'", "two parts, one without a rule"],
      ["turnpipe approvals explain --path .git/hooks/pre-push", "wildcards never allow .git"],
    ],
  },
  execute: approvals,
};

async function approvals(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const [, action = "", ...words] = argv._.map(String);
  if (action !== "explain") throw unknownAction("approvals", action, ["explain"]);
  const settings = await settingsFor(argv, runContext);
  const { allow = [], deny = [] } = settings.approvals ?? {};
  const decision = await decide(requestIn(argv, words, runContext), rulesOf({ allow, deny }));
  const json = argv["json"] === true;
  const color = (argv["color"] as "auto" | undefined) ?? settings.color ?? "auto";
  const output = openOutput({ level: "normal", color, json }, runContext);
  if (json) await output.stdout.record(decision satisfies ExplainedDecision);
  else await output.stdout.text(formatDecision(decision, output));
  const cause = decision.decision === "accept" ? "completed" : "declined";
  return exitCodeAfterOutput(exitCodeOf(cause), runContext);
}

function requestIn(
  argv: ParsedArguments,
  words: readonly string[],
  { cwd, env }: RunContext,
): RuleRequest {
  const paths = argv["path"] as string[] | undefined;
  const mcp = argv["mcp"] as string | undefined;
  const host = argv["host"] as string | undefined;
  const given = [words[0], paths, mcp, host].filter((part) => part !== undefined);
  if (given.length !== 1) {
    const problem = "approvals explain: expected a command, or one of --path, --mcp, --host";
    throw new CliError("usage", problem, {
      hint: "for example: turnpipe approvals explain -- git push --force",
    });
  }
  if (paths !== undefined) {
    return { kind: "path", paths, root: cwd, protectedDirectories: protectedDirectories(cwd, env) };
  }
  if (host !== undefined) return { kind: "host", host };
  if (mcp !== undefined) {
    const [server = "", ...tool] = mcp.split("/");
    return { kind: "mcp", server, tool: tool.join("/") };
  }
  const [only = ""] = words;
  return { kind: "command", command: words.length === 1 ? only : words, cwd, root: cwd };
}

function formatDecision(
  { decision, reason, parts }: RuleDecision,
  { paint }: CommandOutput,
): string {
  const mark = (yes: boolean, text: string): string =>
    paint(yes ? "good" : "bad", `${yes ? "✓" : "✗"} ${text}`);
  const head = mark(decision === "accept", `${decision}: ${oneLine(reason)}`);
  const rows = parts.map((part) =>
    mark(part.decision === "accept", `${oneLine(part.what)}  (${oneLine(part.reason)})`),
  );
  return [head, ...(rows.length > 1 ? rows.map((row) => `  ${row}`) : [])]
    .map((row) => `${row}\n`)
    .join("");
}
