import { describe, expect, test } from "vitest";

import { main } from "../../commands/main.js";
import { SUMMARIES, TOPICS } from "../../commands/cli/help.js";
import { flagMistake } from "../../commands/cli/flag-mistakes.js";
import { LOGIN_ACTIONS } from "../../commands/login/login.js";
import { commandFor } from "../../commands/registry.js";
import { THREAD_ACTIONS } from "../../commands/threads/threads.js";
import { emptyWorld } from "../commands/world.js";

// `help config` is the topic.
const COMMANDS = [
  ...Object.keys(SUMMARIES).filter((name) => name !== "config"),
  "review hook",
  ...Object.keys(THREAD_ACTIONS).map((action) => `threads ${action}`),
  ...Object.keys(LOGIN_ACTIONS).map((action) => `login ${action}`),
];

async function printed(argv: readonly string[]): Promise<string> {
  const { world, stdout, stderr } = emptyWorld(argv);
  expect([await main(world), stderr.text]).toEqual([0, ""]);
  return stdout.text;
}

// The pages are in test/pins/help. After a change that you mean, write them anew:
//   npx vitest run --config test/vitest.config.ts test/pins/help.test.ts -u
describe("the page that a person reads is the one that was looked at:", () => {
  test.each([...COMMANDS, ...Object.keys(TOPICS)])("help %s", async (name) => {
    await expect(await printed(["help", ...name.split(" ")])).toMatchFileSnapshot(
      `help/${name.replaceAll(" ", "-")}.txt`,
    );
  });

  test("config --help", async () => {
    await expect(await printed(["config", "--help"])).toMatchFileSnapshot("help/config-show.txt");
  });

  test("help alone", async () => {
    await expect(await printed(["help"])).toMatchFileSnapshot("help/turnpipe.txt");
  });
});

test("no line of a page is wider than 80 columns, except a command to be copied", async () => {
  const pages = [...COMMANDS, ...Object.keys(TOPICS)].filter((name) => name !== "exec");
  for (const name of pages) {
    const page = await printed(["help", ...name.split(" ")]);
    const wide = page.split("\n").filter((line) => line.length > 80 && !/^ {2}\S/.test(line));
    expect({ name, wide }).toEqual({ name, wide: [] });
  }
});

test.each(COMMANDS.filter((name) => name !== "exec"))(
  "%s --help is the page of help %s",
  async (name) => {
    const words = name.split(" ");
    expect(await printed([...words, "--help"])).toBe(await printed(["help", ...words]));
  },
);

test("every example is a command line without a mistake", async () => {
  const mistakes: string[] = [];
  let examples = 0;
  for (const name of COMMANDS.filter((each) => each !== "exec")) {
    const { help } = (await commandFor(name.split(" "))) ?? {};
    for (const [line] of help?.examples ?? []) {
      for (const argv of turnpipeCalls(line)) {
        examples++;
        const command = await commandFor(argv);
        const problem = command === undefined ? "no command" : flagMistake(argv, command)?.message;
        if (problem !== undefined) mistakes.push(`${line}: ${problem}`);
      }
    }
  }
  expect(mistakes).toEqual([]);
  expect(examples).toBeGreaterThan(40);
});

/** The arguments of each call of turnpipe in a shell line. */
const turnpipeCalls = (line: string): string[][] =>
  line
    .split(/\|\|?|&&|\$\(/)
    .flatMap((part) => /(?:^|\s)turnpipe (.*)/s.exec(part)?.[1] ?? [])
    .map((call) =>
      (call.replace(/[<>].*|\)$/s, "").match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
        word.replace(/^["']|["']$/g, ""),
      ),
    );
