import { CliError } from "../../outcome/errors.js";
import { parseCommandRule, type CommandRule } from "./command-rule.js";
import { parseHostRule, type HostRule } from "./host.js";
import { inQuotes } from "./decision.js";
import { parseMcpRule, type McpRule } from "./mcp.js";
import { parsePathRule, type PathRule } from "./path-rule.js";
import { refuseHiddenCharacters, AmbiguousInput } from "./ambiguous-input.js";

/** A rule that allows or denies something. */
export type Rule = CommandRule | PathRule | McpRule | HostRule;

/** Parses `KIND: pattern`; without a kind it is a command rule. */
export function parseRule(text: string): Rule {
  try {
    refuseHiddenCharacters(text);
    if (text.length > MAX_LENGTH) throw new AmbiguousInput(`more than ${MAX_LENGTH} characters`);
    const rule = text.trim();
    const [, kind = "command", rest = ""] = RULE.exec(rule) ?? [];
    const pattern = rest.trimStart();
    if (pattern === "") throw new AmbiguousInput("no pattern");
    return PARSERS[kind as Rule["kind"]](rule, pattern);
  } catch (error) {
    if (!(error instanceof AmbiguousInput)) throw error;
    throw new CliError("config", `the rule ${inQuotes(text)} is invalid: ${error.message}`, {
      hint: "rules look like: git status, =npm test, path: src/**, mcp: files/read_*, host: *.example.org",
    });
  }
}

const MAX_LENGTH = 4096;
const RULE = /^(?:(command|path|mcp|host)\s*:)?(.*)$/s;

const PARSERS: Readonly<Record<Rule["kind"], (text: string, pattern: string) => Rule>> = {
  command: parseCommandRule,
  path: parsePathRule,
  mcp: parseMcpRule,
  host: parseHostRule,
};
