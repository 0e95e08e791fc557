import type { Level, ExecOption } from "./grammar.js";
import { CODEX } from "./grammar.js";

/** The help of exec, or of one of its sub-commands. */
export function execHelp(path: readonly string[]): string {
  const words = path[0] === undefined ? ["exec"] : ["exec", ...path.slice(1)];
  const level = words.reduce<Level>((above, word) => above.levels[word] ?? above, CODEX);
  const below = Object.entries(level.levels).map(
    ([name, { usage }]) => `turnpipe exec [options] ${name} ${usage}`,
  );
  return [
    `turnpipe ${words.join(" ")} ${level.usage} [options]`,
    ...below,
    "",
    ...ABOUT,
    "",
    "Options:",
    ...Object.entries(level.options).map(optionLine),
    ...(path.length < 2
      ? ["", "Before the word exec also:", ...rootOptions().map(optionLine)]
      : []),
    "",
  ].join("\n");
}

/** The options of codex that exec does not take itself. */
const rootOptions = (): [string, ExecOption][] =>
  Object.entries(CODEX.options).filter(
    ([name]) => CODEX.levels["exec"]?.options[name] === undefined,
  );

const ABOUT = [
  "The command line of codex exec, for programs written for it: set codexPathOverride of",
  "@openai/codex-sdk to turnpipe, and it runs on turnpipe. It prints what codex exec prints,",
  "and more events and fields with --turnpipe-events; the exit status names the cause. For new",
  "programs, `run` and `resume` are safer.",
];

function optionLine([name, { short, aliases = [], takes, value, choices, describe }]: [
  string,
  ExecOption,
]): string {
  const names = [...(short === undefined ? [] : [`-${short}`]), `--${name}`].join(", ");
  const left = `  ${names}${takes === "nothing" ? "" : ` ${value ?? ""}`}`;
  const more = [
    ...(choices === undefined ? [] : [`(${choices.join(", ")})`]),
    ...aliases.map((alias) => `(also --${alias})`),
  ];
  const right = [describe, ...more].join(" ");
  return left.length < COLUMN
    ? left.padEnd(COLUMN) + right
    : `${left}\n${" ".repeat(COLUMN)}${right}`;
}

const COLUMN = 34;
