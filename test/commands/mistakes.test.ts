import { describe, expect, test } from "vitest";

import { SUMMARIES } from "../../commands/cli/help.js";
import { main } from "../../commands/main.js";
import { commandFor } from "../../commands/registry.js";
import { LOGIN_ACTIONS } from "../../commands/login/login.js";
import { THREAD_ACTIONS } from "../../commands/threads/threads.js";
import { emptyWorld } from "./world.js";

/** What the program says about a command line that it does not execute. */
async function said(argv: readonly string[]): Promise<string> {
  const { world, stdout, stderr } = emptyWorld(argv);
  expect([await main(world), stdout.text]).toEqual([2, ""]);
  return stderr.text;
}

const COMMANDS = [
  ...Object.keys(SUMMARIES).filter((name) => name !== "exec"),
  "review hook install",
  "shim status",
  "config show",
  "approvals explain",
  "schema events",
  ...Object.keys(THREAD_ACTIONS).map((action) => `threads ${action}`),
  ...Object.keys(LOGIN_ACTIONS).map((action) => `login ${action}`),
];
const WHOLE = COMMANDS.filter(
  (name) => !["threads", "shim", "config", "approvals", "schema"].includes(name),
);

/** Every flag of every command. */
const FLAGS = await Promise.all(
  WHOLE.map(async (line) => {
    const words = line.split(" ");
    const { flags, name } = (await commandFor(words)) ?? expect.fail(line);
    return { words, name, flags: Object.entries(flags) };
  }),
);

describe.each(FLAGS)("$words", ({ words, name, flags }) => {
  const see = `hint: see: turnpipe ${name} --help\n`;

  test("an unknown flag", async () => {
    expect(await said([...words, "--xyzzy=secret"])).toBe(
      `turnpipe: ${name}: unknown flag --xyzzy\n${see}`,
    );
    expect(await said([...words, "-Z"])).toBe(`turnpipe: ${name}: unknown flag -Z\n${see}`);
  });

  test("a mistyped flag", async () => {
    for (const [flag] of flags.filter(([each]) => each.length > 4)) {
      const typed = flag.slice(0, -2) + flag.slice(-1) + flag.slice(-2, -1);
      if (typed === flag) continue;
      expect(await said([...words, `--${typed}`])).toBe(
        `turnpipe: ${name}: unknown flag --${typed}\nhint: did you mean: --${flag}\n`,
      );
    }
  });

  test("a flag without its value, with a value that is none of its own, denied, or given twice", async () => {
    for (const [flag, row] of flags) {
      if (row.type !== "string" || row.inlineValue === true) continue;
      const { value, choices, array } = row;
      const among = choices?.join(", ");
      expect(await said([...words, `--${flag}`])).toBe(
        `turnpipe: --${flag} needs a value: --${flag} ${value}${among === undefined ? "" : `: ${among}`}\n${see}`,
      );
      expect(await said([...words, `--no-${flag}`])).toBe(
        `turnpipe: --no-${flag}: --${flag} takes a value, so it has no opposite\nhint: leave --${flag} out\n`,
      );
      if (among !== undefined) {
        expect(await said([...words, `--${flag}`, "zzzzzz"])).toBe(
          `turnpipe: --${flag} zzzzzz: expected ${among}\n${see}`,
        );
      }
      if (array !== true) {
        const given = choices?.[0] ?? "a";
        expect(await said([...words, `--${flag}`, given, `--${flag}`, given])).toBe(
          `turnpipe: --${flag} was given more than once\n`,
        );
      }
    }
  });

  test("a switch with a value", async () => {
    for (const [flag, { type }] of flags) {
      // login takes it for a secret.
      if (type !== "boolean" || flag.startsWith("with-")) continue;
      const says = `turnpipe: --${flag} is a switch: unexpected value in --${flag}=maybe\n`;
      expect(await said([...words, `--${flag}=maybe`])).toBe(says);
    }
  });
});

test.each([
  [[], "no command given", "see: turnpipe --help"],
  [["rum"], "no such command: rum", "did you mean: turnpipe run"],
  [["mcp", "list", "--json"], "no such command: mcp", "see: turnpipe --help"],
  [["frob", "--help"], "no such command: frob", "see: turnpipe --help"],
  [["--vresion"], "unknown flag --vresion", "did you mean: --version"],
  [["threads", "list", "--hlep"], "threads list: unknown flag --hlep", "did you mean: --help"],
  [
    ["threads", "lst", "--frob"],
    /^threads: unexpected argument "lst": expected list, /,
    "did you mean: turnpipe threads list",
  ],
  [
    ["threads", "--frob"],
    /^threads: no action given: expected list, /,
    "see: turnpipe threads --help",
  ],
  [
    ["login", "sttus", "--json"],
    'login: unexpected argument "sttus": expected status, logout, limits',
    "did you mean: turnpipe login status",
  ],
  [
    ["login", "status", "now"],
    'login status: unexpected argument "now"',
    "see: turnpipe login status --help",
  ],
  [
    ["schema", "foo"],
    /^schema: unexpected argument "foo": expected events, /,
    "see: turnpipe schema --help",
  ],
  [
    ["schema", "event"],
    /^schema: unexpected argument "event": expected events, /,
    "did you mean: turnpipe schema events",
  ],
  [
    ["shim", "instal"],
    /^shim: unexpected argument "instal": expected install, /,
    "did you mean: turnpipe shim install",
  ],
  [["shim", "status", "now"], 'shim: unexpected argument "now"', "see: turnpipe shim --help"],
  [["config"], "config: no action given: expected show", "see: turnpipe config --help"],
  [
    ["review", "hook", "--json"],
    /^review hook: no action given: expected install, /,
    "see: turnpipe review hook --help",
  ],
  [["run", "a", "b"], 'run: unexpected argument "b"', "a prompt of several words needs quotes"],
  [["doctor", "now"], 'doctor: unexpected argument "now"', "see: turnpipe doctor --help"],
  [["version", "now"], 'version: unexpected argument "now"', "see: turnpipe version --help"],
  [["help", "rnu"], "help: no such command or topic: rnu", "did you mean: turnpipe help run"],
  [
    ["help", "exit-code"],
    "help: no such command or topic: exit-code",
    "did you mean: turnpipe help exit-codes",
  ],
  [["help", "run", "x"], 'help: unexpected argument "x"', "see: turnpipe help --help"],
  [["run", "-model", "x", "go"], "run: unknown flag -model", "did you mean: --model"],
  [["run", "-qZ", "go"], "run: unknown flag -Z", "see: turnpipe run --help"],
  [
    ["run", "--sandbox", "readonly", "go"],
    /^--sandbox readonly: expected /,
    "did you mean: --sandbox read-only",
  ],
  [
    ["run", "go", "--model", "--json"],
    "--model needs a value: --model MODEL",
    "--json is a flag; as a value it is written --model=--json",
  ],
  [["run", "--demo=helo"], /^--demo helo: expected hello, /, "did you mean: --demo hello"],
])("%j", async (argv, what, hint) => {
  const [first = "", second] = (await said(argv)).trimEnd().split("\n");
  expect({ what: first.replace("turnpipe: ", ""), hint: second }).toEqual({
    what: typeof what === "string" ? what : (expect.stringMatching(what) as string),
    hint: `hint: ${hint}`,
  });
});
