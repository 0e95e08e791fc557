import { expect, test } from "vitest";

import { main } from "../../../commands/main.js";
import { emptyWorld } from "../world.js";

const ID = "019a2b3c-4d5e-7f60-8192-a3b4c5d6e7f8";
const ACTIONS = "list, show, fork, rename, archive, unarchive, delete, rollback, compact";

/** What a command line exits with, and what it says, in a world without a codex. */
async function outcome(argv: readonly string[]) {
  const { world, stdout, stderr } = emptyWorld(["threads", ...argv]);
  const code = await main({ ...world, env: { ...world.env, TURNPIPE_CODEX: "/nowhere/codex" } });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

const mistake = (stderr: string) => ({ code: 2, stdout: "", stderr: `turnpipe: ${stderr}\n` });

test.each([
  [[], `threads: no action given: expected ${ACTIONS}\nhint: see: turnpipe threads --help`],
  [["--json"], `threads: no action given: expected ${ACTIONS}\nhint: see: turnpipe threads --help`],
  [
    ["lst"],
    `threads: unexpected argument "lst": expected ${ACTIONS}\nhint: did you mean: turnpipe threads list`,
  ],
  [
    ["frobnicate"],
    `threads: unexpected argument "frobnicate": expected ${ACTIONS}\nhint: see: turnpipe threads --help`,
  ],
  [
    ["toString"],
    `threads: unexpected argument "toString": expected ${ACTIONS}\nhint: see: turnpipe threads --help`,
  ],
])("threads %j is no action, and is told so", async (argv, says) => {
  expect(await outcome(argv)).toEqual(mistake(says));
});

test.each(["show", "fork", "rename", "archive", "unarchive", "delete", "rollback", "compact"])(
  "threads %s wants to know which thread",
  async (action) => {
    const says =
      `threads ${action}: no thread given: expected its id, its name, or --last\n` +
      "hint: see: turnpipe threads list";
    expect(await outcome([action])).toEqual(mistake(says));
  },
);

test.each([
  ["show", ["one", "two"], "two"],
  ["show", ["--last", "one"], "one"],
  ["fork", [ID, "two words"], "two words"],
  ["compact", [ID, "2"], "2"],
  ["archive", ["--last", ID], ID],
  ["unarchive", ["--last", "one"], "one"],
  ["delete", ["--yes", "--last", "one"], "one"],
])("threads %s %j names more than one thread", async (action, argv, odd) => {
  const says = `unexpected argument "${odd}"\nhint: a name of several words needs quotes`;
  expect(await outcome([action, ...argv])).toEqual(mistake(says));
});

test.each([[[ID]], [[ID, ""]], [[ID, " \t"]], [[ID, "two", "words"]], [["--last"]]])(
  "threads rename %j has not one new name",
  async (argv) => {
    const says =
      "threads rename: expected one new name\n" +
      'hint: for example: turnpipe threads rename --last "the release"';
    expect(await outcome(["rename", ...argv])).toEqual(mistake(says));
  },
);

test.each(["", "  "])("threads fork --name %j names nothing", async (name) => {
  expect(await outcome(["fork", ID, "--name", name])).toEqual(mistake("--name: must not be empty"));
});

test.each([
  [[ID, "0"], "0"],
  [[ID, "-1"], "-1"],
  [[ID, "abc"], "abc"],
  [[ID, "1.5"], "1.5"],
  [[ID, "1e3"], "1e3"],
  [[ID, ""], ""],
  [[ID, " 1"], " 1"],
  [[ID, "٣"], "٣"],
  [[ID, "1", "2"], "2"],
  [["--last", "0"], "0"],
])("threads rollback %j is no number of turns", async (argv, odd) => {
  const says =
    `threads rollback: not a number of turns: "${odd}"\n` +
    "hint: for example: turnpipe threads rollback --last 2";
  expect(await outcome(["rollback", ...argv])).toEqual(mistake(says));
});

test.each(["0", "-1", "abc", "1.5", "1e3", "", "٣"])(
  "threads list --limit %j is no number of threads",
  async (limit) => {
    const says = `--limit ${limit}: not a number of threads\nhint: for example: --limit 50, or --all`;
    expect(await outcome(["list", "--limit", limit])).toEqual(mistake(says));
  },
);

test.each<[argv: string[], says: RegExp]>([
  [["--cwd", "a", "--all-dirs"], /^turnpipe: --cwd and --all-dirs exclude each other\n$/],
  [["--all", "--limit", "1"], /^turnpipe: .*--all.* exclude each other\n/],
  [["--quiet", "--verbose"], /^turnpipe: --quiet and --verbose exclude each other\n$/],
  [["--limit", "1", "-n", "2"], /^turnpipe: --limit was given more than once\n$/],
  [["--search", "a", "-S", "b"], /^turnpipe: --search was given more than once\n$/],
  [["--json=maybe"], /^turnpipe: --json is a switch/],
  [["--sort", "name"], /^turnpipe: --sort name: expected updated, created\n/],
  [["--source", "nobody"], /^turnpipe: --source nobody: expected .*exec.*all\n/],
  [["--limit"], /^turnpipe: --limit needs a value: --limit N\n/],
  [["--frobnicate"], /^turnpipe: .*frobnicate/],
  [["--yes"], /^turnpipe: .*yes/],
  [
    ["release"],
    /^turnpipe: threads list: unexpected argument "release"\nhint: .*--search "release"\n$/,
  ],
])("threads list %j is exit 2, and stdout stays empty", async (argv, says) => {
  expect(await outcome(["list", ...argv])).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(says) as string,
  });
});

test("threads delete without a terminal is an error with a hint", async () => {
  const says =
    "threads delete: cannot ask for confirmation without a terminal\nhint: to delete without confirmation: --yes";
  expect(await outcome(["delete", ID])).toEqual(mistake(says));
});

test.each([
  ["list"],
  ["show", ID],
  ["fork", ID],
  ["rename", ID, "new"],
  ["archive", ID, "other"],
  ["unarchive", ID],
  ["delete", "--yes", ID, "other"],
  ["rollback", ID],
])("threads %s without a codex is exit 5, with the way to one", async (...argv) => {
  expect(await outcome(argv)).toEqual({
    code: 5,
    stdout: "",
    stderr:
      "turnpipe: no executable codex at /nowhere/codex\n" +
      "hint: install it with: npm i -g @openai/codex (or point --codex or TURNPIPE_CODEX at it)\n",
  });
});
