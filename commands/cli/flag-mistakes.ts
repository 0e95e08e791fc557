import { nearest } from "../../config/nearest.js";
import { CliError } from "../../src/outcome/errors.js";
import type { CommandLineToken } from "../../src/text/tokenize.js";
import { awaitsValue, flagNamed, tokenize } from "../../src/text/tokenize.js";
import type { Flag } from "./flags/flag.js";

type Flags = Readonly<Record<string, Flag>>;
type FlagToken = Extract<CommandLineToken, { kind: "flag" }>;

/** The first mistake in the flags of a command line; undefined if there is none. */
export function flagMistake(
  argv: readonly string[],
  { name: command, flags }: { name: string; flags: Flags },
): CliError | undefined {
  const given = new Set<string>();
  for (const token of tokenize(argv, flags)) {
    if (token.kind === "unknown") return unknownFlag(argv[token.at] ?? "", command, flags);
    if (token.kind !== "flag") continue;
    const flag = flags[token.name];
    const mistake =
      flag?.type === "string"
        ? valueMistake(token, flag, argv, command)
        : switchMistake(token, argv[token.at] ?? "");
    if (mistake !== undefined) return mistake;
    if (flag?.type === "string" && flag.array !== true && given.has(token.name)) {
      return new CliError("usage", `--${token.name} was given more than once`);
    }
    given.add(token.name);
  }
  return undefined;
}

/** Describes a flag that the command does not have; its value is not repeated, which may be a secret. */
function unknownFlag(word: string, command: string, flags: Flags): CliError {
  const [, dashes = "", name = ""] = /^(--?)([^=]*)/.exec(word) ?? [];
  const positive = flagNamed(/^no-([^]+)/.exec(name)?.[1] ?? "", flags);
  if (dashes === "--" && positive !== undefined) {
    return new CliError("usage", `--${name}: --${positive} takes a value, so it has no opposite`, {
      hint: `leave --${positive} out`,
    });
  }
  const isLong = dashes === "--" || Object.hasOwn(flags, name);
  const guess = isLong ? nearest(name, [...Object.keys(flags), ...OF_ALL_COMMANDS]) : undefined;
  const shown = isLong ? dashes + name : `-${firstUnknownLetter(name, flags)}`;
  const prefix = command === "" ? "" : `${command}: `;
  return new CliError("usage", `${prefix}unknown flag ${shown}`, {
    hint: guess === undefined ? seeHelp(command) : `did you mean: --${guess}`,
  });
}

const OF_ALL_COMMANDS = ["help", "version"];

const seeHelp = (command: string): string =>
  `see: turnpipe ${command === "" ? "" : `${command} `}--help`;

const firstUnknownLetter = (letters: string, flags: Flags): string =>
  letters.split("").find((letter) => flagNamed(letter, flags) === undefined) ?? letters;

/** A value that is missing, or not one of those the flag takes. */
function valueMistake(
  { name, value, at }: FlagToken,
  flag: Flag & { type: "string" },
  argv: readonly string[],
  command: string,
): CliError | undefined {
  const { choices } = flag;
  if (value === undefined && awaitsValue(flag)) {
    const expected = choices === undefined ? "" : `: ${choices.join(", ")}`;
    const next = argv[at + 1];
    return new CliError("usage", `--${name} needs a value: --${name} ${flag.value}${expected}`, {
      hint:
        next === undefined || next === "--"
          ? seeHelp(command)
          : `${next} is a flag; as a value it is written --${name}=${next}`,
    });
  }
  if (choices === undefined || value === undefined || choices.includes(value)) return undefined;
  const guess = nearest(value, choices);
  return new CliError("usage", `--${name} ${value}: expected ${choices.join(", ")}`, {
    hint: guess === undefined ? seeHelp(command) : `did you mean: --${name} ${guess}`,
  });
}

/** A value of a switch other than true and false: yargs-parser reads `--json=maybe` as false. */
const switchMistake = ({ name, value, inline }: FlagToken, word: string): CliError | undefined =>
  !inline || value === "true" || value === "false"
    ? undefined
    : new CliError("usage", `--${name} is a switch: unexpected value in ${word}`);
