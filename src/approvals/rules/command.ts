import { matchesWords, isLiteral, mayMatchCommand, type CommandRule } from "./command-rule.js";
import {
  declinedPart,
  combineParts,
  decidePart,
  inQuotes,
  type RuleDecision,
  type PartDecision,
} from "./decision.js";
import { objectionTo, type Objection } from "./programs/check.js";
import { possibleAlias } from "./programs/possible-alias.js";
import { shellCommands } from "./shell-line.js";
import { refuseUnusualName, withoutSafeAssignments } from "./shell-names.js";
import { refuseHiddenCharacters, AmbiguousInput } from "./ambiguous-input.js";
import { literalWord, toShellLine, type Word } from "./word.js";
import { programOf, scriptOf, startedBy } from "./wrappers.js";

interface CommandRules {
  allow: readonly CommandRule[];
  deny: readonly CommandRule[];
}

/** Decides about every simple command of a shell line, or of an argument list. */
export function decideCommand(
  { command }: { command: string | readonly string[] },
  rules: CommandRules,
): RuleDecision {
  const length = typeof command === "string" ? command.length : command.join(" ").length;
  if (length > MAX_LENGTH) throw new AmbiguousInput(`more than ${MAX_LENGTH} characters`);
  for (const text of typeof command === "string" ? [command] : command)
    refuseHiddenCharacters(text);
  if (typeof command === "string") return combineParts(decideLine(command, rules, 0));
  const words = command.map(literalWord);
  const script = scriptOf(words);
  const parts = script === undefined ? decideWords(words, rules, 0) : decideLine(script, rules, 1);
  return combineParts(parts);
}

/** The longest argument Linux accepts. */
const MAX_LENGTH = 128 * 1024;
const MAX_DEPTH = 8;

function decideLine(line: string, rules: CommandRules, depth: number): PartDecision[] {
  if (depth > MAX_DEPTH) throw new AmbiguousInput("commands nested too deep");
  const commands = shellCommands(line);
  const [first, ...more] = commands;
  // codex wraps every command in a shell call, which is not a command of its own.
  const script = depth === 0 && more.length === 0 ? scriptOf(first ?? []) : undefined;
  if (script !== undefined) return decideLine(script, rules, depth + 1);
  return commands.flatMap((words) => decideWords(withoutSafeAssignments(words), rules, depth));
}

function decideWords(words: readonly Word[], rules: CommandRules, depth: number): PartDecision[] {
  if (depth > MAX_DEPTH) throw new AmbiguousInput("commands nested too deep");
  refuseUnusualName(words);
  const started = startedBy(words);
  const deny = denial(words, rules, { anywhere: started.kind === "unknown" });
  if (deny !== undefined) return [declinedPart(toShellLine(words), "denied", deny.text)];
  const hidden = aliasDenial(words, rules);
  if (hidden !== undefined) return [hidden];
  switch (started.kind) {
    case "nothing":
      return [decideSimple(words, rules)];
    case "unknown":
      return [decideOpaque(words, rules)];
    case "script":
      return decideLine(started.script, rules, depth + 1);
    case "command": {
      const inner = decideWords(started.inner, rules, depth + 1);
      const whole = decideOpaque(words, rules);
      const isDenied = inner.some(({ why }) => why === "denied");
      if (whole.decision === "accept" && !isDenied) return [whole];
      return [decideSimple(started.head, rules), ...inner];
    }
  }
}

/** Applies the first matching allow rule, unless an option of the command goes beyond it. */
function decideSimple(words: readonly Word[], { allow }: CommandRules): PartDecision {
  const what = toShellLine(words);
  let objection: Objection | undefined;
  for (const rule of allow) {
    if (!matchesWords(rule, words)) continue;
    const found = objectionTo(rule, words);
    if (found === undefined) return decidePart(what, { allow: rule, deny: undefined });
    objection ??= found;
  }
  if (objection === undefined) return decidePart(what, { allow: undefined, deny: undefined });
  return { ...declinedPart(what, "unlisted", objection.problem), option: objection.option };
}

/** A command that runs something unknown is only allowed by a rule that spells all of it. */
function decideOpaque(words: readonly Word[], { allow }: CommandRules): PartDecision {
  const what = toShellLine(words);
  const literal = allow.find((rule) => isLiteral(rule) && matchesWords(rule, words));
  if (literal !== undefined) return decidePart(what, { allow: literal, deny: undefined });
  const problem = `${inQuotes(what)} runs something that cannot be checked; only an exact rule (${inQuotes("=…")}) can allow it`;
  return declinedPart(what, "unclear", problem);
}

/** Declines a command that may be an alias of a denied sub-command. */
function aliasDenial(words: readonly Word[], { deny }: CommandRules): PartDecision | undefined {
  const option = possibleAlias(words);
  if (option === undefined) return undefined;
  const name = programOf(words[0]?.text ?? "");
  const rule = deny.find(({ words: [program = ""] }) => programOf(program) === name);
  if (rule === undefined) return undefined;
  const what = toShellLine(words);
  const reason = `${inQuotes(what)} may be what the rule ${inQuotes(rule.text)} denies: ${inQuotes(option)} can stand for any sub-command`;
  return { what, decision: "decline", why: "denied", rule: rule.text, reason, option };
}

function denial(
  words: readonly Word[],
  { deny }: CommandRules,
  { anywhere }: { anywhere: boolean },
): CommandRule | undefined {
  const shapes = words.map(({ shape }) => shape);
  // A single word may contain a whole command line: `su -c 'rm x'`.
  const fragments = anywhere ? shapes.flatMap((shape) => shape.split(/[\s;&|()'"`=]+/)) : [];
  return deny.find(
    (rule) =>
      mayMatchCommand(rule, shapes, { anywhere }) ||
      (anywhere && mayMatchCommand(rule, fragments, { anywhere })),
  );
}
