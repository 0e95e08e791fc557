import type { ConfigFile } from "../../config/schema.js";
import { parseDuration } from "../../src/text/duration.js";
import { CliError } from "../../src/outcome/errors.js";
import type { ParsedArguments } from "../cli/parse.js";

/** Who decides what the agent may do beyond its sandbox. */
export interface ApprovalOptions {
  by: "never" | "always" | "rules" | "ask" | "program";
  /** The command of `exec:CMD`; empty otherwise. */
  command: string;
  /** How long a decision may take; undefined for the default of `by`. */
  withinMs: number | undefined;
  answers: ReadonlyMap<string, string>;
  allow: readonly string[];
  deny: readonly string[];
}

/** Reads the approval options; flags win over config files. */
export function parseApprove(
  argv: ParsedArguments | Readonly<Record<string, unknown>>,
  settings: ConfigFile,
): ApprovalOptions {
  const given = argv as Readonly<Record<string, unknown>>;
  const { by, command } = parseBy(
    (given["approve"] as string | undefined) ?? settings.approve ?? "never",
  );
  const within = given["approve-timeout"] as string | undefined;
  const answers = [
    ...Object.entries(settings.answers ?? {}),
    ...((given["answer"] as string[] | undefined) ?? []).map(parseAnswer),
  ];
  return {
    by,
    command,
    withinMs: within === undefined ? undefined : parseDuration("--approve-timeout", within),
    answers: new Map(answers),
    allow: settings.approvals?.allow ?? [],
    deny: settings.approvals?.deny ?? [],
  };
}

function parseBy(word: string): Pick<ApprovalOptions, "by" | "command"> {
  if (word.startsWith("exec:") && word.slice("exec:".length).trim() !== "") {
    return { by: "program", command: word.slice("exec:".length) };
  }
  if (word === "never" || word === "always" || word === "rules" || word === "ask") {
    return { by: word, command: "" };
  }
  throw new CliError("usage", `--approve ${word}: expected never, always, rules, ask, exec:CMD`, {
    hint: "for example: --approve rules, with approvals.allow in the config file",
  });
}

function parseAnswer(word: string): [key: string, value: string] {
  const equals = word.indexOf("=");
  if (equals > 0) return [word.slice(0, equals), word.slice(equals + 1)];
  // The value is not quoted: it may be a secret.
  throw new CliError("usage", "--answer: expected key=value", {
    hint: "the key is the id of the question, or the name of the field",
  });
}
