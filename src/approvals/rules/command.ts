import { allowsWords, isLiteral, mayMean, type CommandRule } from "./command-rule.js";
import { declined, ruleDecision, partOf, told, type RuleDecision, type Part } from "./decision.js";
import { objectionTo, type Objection } from "./programs/check.js";
import { hidesSubCommand } from "./programs/hidden-command.js";
import { shellCommands } from "./shell-line.js";
import { refuseUnusualName, withoutSafeAssignments } from "./shell-names.js";
import { refuseHidden, AmbiguousCommand } from "./ambiguous.js";
import { literalWord, typed, type Word } from "./word.js";
import { programOf, scriptOf, whatItStarts } from "./wrappers.js";

interface CommandRules {
  allow: readonly CommandRule[];
  deny: readonly CommandRule[];
}

/** Judges every simple command of a line, or of the words of a program call, by the rules. */
export function decideCommand(
  { command }: { command: string | readonly string[] },
  rules: CommandRules,
): RuleDecision {
  const length = typeof command === "string" ? command.length : command.join(" ").length;
  if (length > MAX_LENGTH) throw new AmbiguousCommand(`more than ${MAX_LENGTH} characters`);
  for (const text of typeof command === "string" ? [command] : command) refuseHidden(text);
  if (typeof command === "string") return ruleDecision(decideLine(command, rules, 0));
  const words = command.map(literalWord);
  const script = scriptOf(words);
  const parts = script === undefined ? decideWords(words, rules, 0) : decideLine(script, rules, 1);
  return ruleDecision(parts);
}

/** Linux takes no longer argument. */
const MAX_LENGTH = 128 * 1024;
const MAX_DEPTH = 8;

function decideLine(line: string, rules: CommandRules, depth: number): Part[] {
  if (depth > MAX_DEPTH) throw new AmbiguousCommand("commands in commands, too deep");
  const commands = shellCommands(line);
  const [first, ...more] = commands;
  // The shell around everything is how commands are handed over, and no command of its own.
  const script = depth === 0 && more.length === 0 ? scriptOf(first ?? []) : undefined;
  if (script !== undefined) return decideLine(script, rules, depth + 1);
  return commands.flatMap((words) => decideWords(withoutSafeAssignments(words), rules, depth));
}

function decideWords(words: readonly Word[], rules: CommandRules, depth: number): Part[] {
  if (depth > MAX_DEPTH) throw new AmbiguousCommand("commands in commands, too deep");
  refuseUnusualName(words);
  const started = whatItStarts(words);
  const deny = denial(words, rules, { anywhere: started.kind === "unknown" });
  if (deny !== undefined) return [declined(typed(words), "denied", deny.text)];
  const hidden = hiddenDenial(words, rules);
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

/** The first rule that fits decides, unless an option of the command goes beyond it. */
function decideSimple(words: readonly Word[], { allow }: CommandRules): Part {
  const what = typed(words);
  let objection: Objection | undefined;
  for (const rule of allow) {
    if (!allowsWords(rule, words)) continue;
    const found = objectionTo(rule, words);
    if (found === undefined) return partOf(what, { allow: rule, deny: undefined });
    objection ??= found;
  }
  if (objection === undefined) return partOf(what, { allow: undefined, deny: undefined });
  return { ...declined(what, "unlisted", objection.problem), option: objection.option };
}

/** What runs something we cannot see into has to be named as a whole. */
function decideOpaque(words: readonly Word[], { allow }: CommandRules): Part {
  const what = typed(words);
  const literal = allow.find((rule) => isLiteral(rule) && allowsWords(rule, words));
  if (literal !== undefined) return partOf(what, { allow: literal, deny: undefined });
  const problem = `${told(what)} runs something that is not judged apart; only a rule ${told("=…")} that names it word for word allows it`;
  return declined(what, "unclear", problem);
}

/** Declines what may be a denied sub-command under another name. */
function hiddenDenial(words: readonly Word[], { deny }: CommandRules): Part | undefined {
  const option = hidesSubCommand(words);
  if (option === undefined) return undefined;
  const name = programOf(words[0]?.text ?? "");
  const rule = deny.find(({ words: [program = ""] }) => programOf(program) === name);
  if (rule === undefined) return undefined;
  const what = typed(words);
  const reason = `${told(what)} may be what the rule ${told(rule.text)} denies: ${told(option)} can stand for any sub-command`;
  return { what, decision: "decline", why: "denied", rule: rule.text, reason, option };
}

function denial(
  words: readonly Word[],
  { deny }: CommandRules,
  { anywhere }: { anywhere: boolean },
): CommandRule | undefined {
  const shapes = words.map(({ shape }) => shape);
  // A word of its own may hold a whole line: `su -c 'rm x'`.
  const pieces = anywhere ? shapes.flatMap((shape) => shape.split(/[\s;&|()'"`=]+/)) : [];
  return deny.find(
    (rule) =>
      mayMean(rule, shapes, { anywhere }) || (anywhere && mayMean(rule, pieces, { anywhere })),
  );
}
