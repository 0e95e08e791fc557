import { AmbiguousInput } from "./ambiguous-input.js";
import { hasWildcard } from "./wildcard.js";
import type { Word } from "./word.js";

/** Refuses a command with an unusual name, or one that the shell itself would interpret. */
export function refuseUnusualName(words: readonly Word[]): void {
  const [name, ...rest] = words;
  if (name === undefined || name.text === "") throw new AmbiguousInput("an empty command");
  const { text } = name;
  if (REFUSED.has(text)) throw new AmbiguousInput(`the shell keyword or builtin "${text}"`);
  if (hasWildcard(name.shape))
    throw new AmbiguousInput("a wildcard, brace or tilde in the command's name");
  refuseUnusualLetters(text);
  if (text === "printf" && rest.some((word) => word.text.startsWith("-v"))) {
    throw new AmbiguousInput("printf -v, which sets a variable");
  }
  if (EVALUATING.has(text) && rest.some((word) => EVALUATED.test(word.text))) {
    throw new AmbiguousInput(`an argument that ${text} may evaluate`);
  }
}

/** Refuses a name that could be mistaken for another one. */
export function refuseUnusualLetters(name: string): void {
  if (/[^ -~]/.test(name)) throw new AmbiguousInput("a command name that is not plain ASCII");
  if (!NAME.test(name)) throw new AmbiguousInput("a command name with unusual characters");
}

const NAME = /^(?:[\w./][\w./+@%,-]*|\[|:)$/;

/** Keywords, and builtins that run text or change what later words mean (some are zsh's or ksh's). */
const REFUSED: ReadonlySet<string> = new Set(
  `! { } [[ ]] (( )) - . if then else elif fi for while until do done case esac select function
   coproc repeat foreach end always nocorrect noglob eval source alias unalias trap hash enable
   disable builtin export declare typeset readonly local integer float private nameref set setopt
   unsetopt shopt unset let read mapfile readarray getopts bind complete compgen compopt fc history
   jobs print vared autoload functions unfunction unhash zmodload zcompile emulate zle zstyle zparseopts
   sched`.split(/\s+/),
);

/** Builtins whose arguments some shell evaluates as arithmetic: `a[$(cmd)]` runs, `PATH=1` assigns. */
const EVALUATING: ReadonlySet<string> = new Set(
  "test [ printf exit return shift break continue kill wait ulimit umask cd pushd popd".split(" "),
);
const EVALUATED = /[$`]|[^=!<>]=./s;

/** Removes leading assignments that only affect presentation; refuses any other assignment. */
export function withoutSafeAssignments(words: readonly Word[]): readonly Word[] {
  const start = words.findIndex(({ unquoted }) => !ASSIGNMENT.test(unquoted));
  const unexpected = words
    .slice(0, start < 0 ? undefined : start)
    .find(({ text }) => !isSafeVariable(text));
  if (unexpected !== undefined) {
    throw new AmbiguousInput(
      `the variable ${unexpected.text.replace(/\+?=.*/s, "")} set for a command`,
    );
  }
  if (start < 0) throw new AmbiguousInput("an assignment without a command");
  return words.slice(start);
}

// Tested on `unquoted`, where quoted characters are masked: `'A'=b` is the name of a program.
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/** Whether `NAME=value` cannot change what a program does. */
export const isSafeVariable = (assignment: string): boolean =>
  /^(?:LC_ALL|LANG|TZ|NO_COLOR|CI|TERM)=[\w.,:+/@-]*$/.test(assignment);
