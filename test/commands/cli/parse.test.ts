import { expect, test } from "vitest";

import { parsePlain } from "../../../commands/cli/parse.js";
import { commandFor } from "../../../commands/registry.js";

async function parsed(argv: readonly string[]) {
  const command = await commandFor(argv);
  return command === undefined ? undefined : parsePlain(argv, command.flags);
}

test.each([
  [["run"], { _: ["run"] }],
  [["run", "-"], { _: ["run", "-"] }],
  [["run", "12"], { _: ["run", "12"] }],
  [["run", "--", "-x"], { _: ["run", "-x"] }],
  [["run", "--json", "--", "--json"], { json: true, _: ["run", "--json"] }],
  [["run", "-qo", "out.txt", "fix"], { quiet: true, output: "out.txt", _: ["run", "fix"] }],
  [["run", "-qoout.txt", "fix"], { quiet: true, output: "out.txt", _: ["run", "fix"] }],
  [["run", "-C./x", "fix"], { cd: "./x", _: ["run", "fix"] }],
  [
    ["run", "-mgpt-6", "-sread-only", "x"],
    { model: "gpt-6", sandbox: "read-only", _: ["run", "x"] },
  ],
  [["run", "-ia.png", "-i", "b.png"], { image: ["a.png", "b.png"], _: ["run"] }],
  [["run", "-ca=1", "-c=b=2"], { config: ["a=1", "b=2"], _: ["run"] }],
  [["run", "-q=false", "fix"], { quiet: false, _: ["run", "fix"] }],
  [["run", "--", "-C./x"], { _: ["run", "-C./x"] }],
  [["run", "--no-json", "--quiet=false", "fix"], { json: false, quiet: false, _: ["run", "fix"] }],
  [["run", "-c", 'x="y z"', "-c", "a.b=1"], { config: ['x="y z"', "a.b=1"], _: ["run"] }],
  [["run", "--output-last-message", "o"], { output: "o", _: ["run"] }],
  [["resume", "--all", "--last", "--", "-x"], { all: true, last: true, _: ["resume", "-x"] }],
  [["threads", "list", "--source", "cli"], { source: ["cli"], _: ["threads", "list"] }],
])("%j", async (argv, expected) => {
  const { _: words, ...flags } = (await parsed(argv)) ?? { _: [] };
  // yargs-parser repeats a value under each alias.
  const named = Object.fromEntries(
    Object.entries(flags).filter(([name]) => name.length > 1 && name !== "output-last-message"),
  );
  expect({ ...named, _: words }).toEqual(expected);
});

test.each([
  [[]],
  [["--help"]],
  [["rum", "fix it"]],
  [["resume", "--help"]],
  [["run", "--help"]],
  [["run", "-h"]],
  [["run", "--version"]],
  [["run", "--frob"]],
  [["run", "-x", "fix it"]],
  [["run", "-o"]],
  [["run", "fix it", "--model"]],
  [["run", "-s", "everything"]],
  [["run", "--color=pink"]],
  [["run", "-model", "gpt-6"]],
  [["run", "--no-model", "fix it"]],
  [["run", "--no-include", "fix it"]],
  [["run", "-m", "-C./x", "fix it"]],
  [["run", "-m", "a", "-s", "read-only", "-s", "nowhere"]],
  [["threads", "list", "--source", "nobody"]],
])("%j is help, or a mistake", async (argv) => {
  expect(await parsed(argv)).toBeUndefined();
});
