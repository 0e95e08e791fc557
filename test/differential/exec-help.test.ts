import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { SERVED } from "../../commands/codex/served-arguments.js";
import type { Level } from "../../commands/exec/grammar.js";
import { enginePath } from "../helpers/app-server.js";
import { outsideEnv } from "../helpers/engine.js";

const SUBS = ["resume", "fork", "review"];

test.each(["codex", "codex review", "codex exec", ...SUBS.map((sub) => `codex exec ${sub}`)])(
  "the options in the help of %s are those of our grammar",
  (command) => {
    const [, ...path] = command.split(" ");
    const help = execFileSync(enginePath(), [...path, "--help"], {
      encoding: "utf8",
      env: outsideEnv(),
    });
    const level = path.reduce<Level>((above, word) => above.levels[word] as Level, SERVED);
    expect(optionsIn(help)).toEqual(optionsOf(level));
  },
);

type Row = readonly [
  name: string,
  short: string | undefined,
  takes: "nothing" | "one" | "words",
  choices: readonly string[],
];

const sorted = (rows: readonly Row[]): Row[] =>
  [...rows].sort(([one], [other]) => (one < other ? -1 : 1));

/** The options a help text lists, without those that only print something. */
function optionsIn(help: string): Row[] {
  const blocks = help
    .slice(help.indexOf("\nOptions:"))
    .split(/\n(?= {2,6}-)/)
    .slice(1);
  const rows = blocks.map((block): Row => {
    const [, short, name = "", value] =
      /^ {2,6}(?:-(\w), )?--([\w-]+)(?: (<[^>]+>(?:\.\.\.)?))?\n/.exec(`${block}\n`) ?? [];
    const takes = value === undefined ? "nothing" : value.endsWith("...") ? "words" : "one";
    return [name, short, takes, choicesIn(block)];
  });
  return sorted(rows.filter(([name]) => name !== "help" && name !== "version"));
}

/** Listed in brackets, or one a line where each is explained. */
function choicesIn(block: string): string[] {
  const listed = /\[possible values: ([^\]]+)\]/.exec(block)?.[1]?.split(/,\s+/);
  return listed ?? [...block.matchAll(/^ {10}- ([\w-]+):/gm)].map(([, choice = ""]) => choice);
}

/** The only option that codex does not have. */
const OWN = "turnpipe-events";

const optionsOf = ({ options }: Level): Row[] =>
  sorted(
    Object.entries(options)
      .filter(([name]) => name !== OWN)
      .map(([name, { short, takes, choices = [] }]) => [
        name,
        short,
        takes === "nothing" || takes === "words" ? takes : "one",
        choices,
      ]),
  );
