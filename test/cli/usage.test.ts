import { expect, test } from "vitest";

import { VERSION } from "../../src/version.js";
import { runCli as runProgram } from "../helpers/run-cli.js";
import { runCli } from "../helpers/run-in-process.js";

/** A server that is not there: nothing of this file may ever need one. */
const env = { TURNPIPE_CODEX: "/nowhere/codex" };

const MISTAKES: readonly (readonly [what: string, args: readonly string[], says: RegExp])[] = [
  ["no command", [], /command/],
  ["an unknown command", ["frobnicate"], /frobnicate/],
  ["a mistyped command", ["rum"], /\brun\b/],
  ["an unknown flag", ["run", "--frobnicate", "Go"], /frobnicate/],
  ["an unknown short flag", ["run", "-z", "Go"], /\bz\b/],
  ["a second argument", ["run", "one", "two"], /two/],
  ["a flag without its value", ["run", "Go", "--model"], /model/],
  ["a value that is not one of a few", ["run", "--sandbox", "loose", "Go"], /loose.*read-only/s],
  ["a colour that is none", ["run", "--color=pink", "Go"], /pink/],
  ["a flag given twice", ["run", "--model", "a", "--model", "b", "Go"], /--model .*more than once/],
  ["an include nobody knows", ["run", "--include", "diff,nope", "Go"], /--include nope/],
  ["a condition nobody knows", ["run", "--fail-on", "nope", "Go"], /--fail-on nope/],
  ["a setting without a value", ["run", "-c", "foo", "Go"], /--config foo: expected key=value/],
  ["a setting without a key", ["run", "-c", "=1", "Go"], /--config =1: expected key=value/],
  ["quiet and verbose at once", ["run", "-q", "-v", "Go"], /--quiet and --verbose/],
  ["a demo nobody knows", ["run", "--demo=nope"], /--demo nope/],
  ["a switch with a value that is none", ["run", "--json=maybe", "Go"], /json/],
];

test.each(MISTAKES)(
  "%s is exit 2, named on stderr, and nothing on stdout",
  async (_, args, says) => {
    const { stderr, ...rest } = await runCli(args, { env });
    expect({ ...rest, says: says.test(stderr), prefixed: stderr.startsWith("turnpipe: ") }).toEqual(
      {
        exit: 2,
        stdout: "",
        left: [],
        says: true,
        prefixed: true,
      },
    );
  },
);

test.each([[["--help"]], [["-h"]], [["run", "--help"]], [["run", "-h"]]])(
  "%j teaches on stdout and is exit 0",
  async (args) => {
    const { stdout, ...rest } = await runCli(args, { env });
    expect({
      ...rest,
      teaches: stdout.includes("\nUsage:\n  turnpipe ") && stdout.includes("--help"),
    }).toEqual({
      exit: 0,
      stderr: "",
      left: [],
      teaches: true,
    });
  },
);

test("the help of run names every flag that a turn has", async () => {
  const { stdout } = await runCli(["run", "--help"], { env });
  const flags = ["--json", "--output-schema", "--diff-file", "--result", "--include", "--fail-on"];
  expect(flags.filter((flag) => !stdout.includes(flag))).toEqual([]);
});

test.each(["--version", "-V"])("%s prints the version alone", async (flag) => {
  expect(await runProgram([flag], { env })).toEqual({
    exit: 0,
    stdout: `${VERSION}\n`,
    stderr: "",
    left: [],
  });
});

test("a directory that is no repository needs a word from the user", async () => {
  const { stderr, ...rest } = await runCli(["run", "--json", "Go"], { cwd: "/", env });
  expect({ ...rest, says: stderr.includes("--skip-git-repo-check") }).toEqual({
    exit: 2,
    stdout: "",
    left: [],
    says: true,
  });
});
