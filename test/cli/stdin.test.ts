import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { ENDING, message, OPENING } from "../helpers/conversation.js";
import type { Step } from "../helpers/fixture.js";
import { heardIn, playIn, withFolder } from "../helpers/play.js";
import type { CliOptions } from "../helpers/run-cli.js";

const DONE: readonly Step[] = [...OPENING, message("Done"), ...ENDING];

interface Case {
  readonly args: readonly string[];
  readonly stdin?: string | Uint8Array;
  readonly input: string;
}

const PROMPTS: Readonly<Record<string, Case>> = {
  "an argument alone": { args: ["Fix it"], input: "Fix it" },
  "an argument and an empty stdin": { args: ["Fix it"], stdin: "", input: "Fix it" },
  "an argument and a blank stdin": { args: ["Fix it"], stdin: " \n\t\n", input: "Fix it" },
  "an argument and piped text": {
    args: ["Fix it"],
    stdin: "one\ntwo",
    input: "Fix it\n\n<stdin>\none\ntwo\n</stdin>",
  },
  "an argument and piped text with a last line end": {
    args: ["Fix it"],
    stdin: "one\n\ntwo\n\n",
    input: "Fix it\n\n<stdin>\none\n\ntwo\n\n</stdin>",
  },
  "a dash": { args: ["-"], stdin: "  from stdin\n", input: "  from stdin\n" },
  "no argument": { args: [], stdin: "from stdin\n", input: "from stdin\n" },
  "a number for an argument": { args: ["007"], input: "007" },
  "an argument behind two dashes": { args: ["--", "--not-a-flag"], input: "--not-a-flag" },
  "a dash behind two dashes": { args: ["--", "-"], stdin: "from stdin\n", input: "from stdin\n" },
  "UTF-8 with a byte order mark": {
    args: [],
    stdin: Buffer.from("\ufeffgrüß dich"),
    input: "grüß dich",
  },
  "UTF-16LE with a byte order mark": {
    args: [],
    stdin: Buffer.from("\ufeffgrüß 😀", "utf16le"),
    input: "grüß 😀",
  },
  "UTF-16BE with a byte order mark": {
    args: [],
    stdin: Buffer.from("\ufeffgrüß 😀", "utf16le").swap16(),
    input: "grüß 😀",
  },
  "piped text of a megabyte": {
    args: ["Count"],
    stdin: "x".repeat(1_000_000),
    input: `Count\n\n<stdin>\n${"x".repeat(1_000_000)}\n</stdin>`,
  },
};

test.each(Object.entries(PROMPTS))("the prompt from %s reaches the server", async (_, one) => {
  const options = one.stdin === undefined ? {} : { stdin: { bytes: one.stdin } };
  expect(await sent(one.args, options)).toEqual({
    exit: 0,
    stderr: "",
    input: [{ type: "text", text: one.input }],
  });
});

test("--no-stdin does not wait for an open pipe", async () => {
  expect(await sent(["--no-stdin", "Fix it"], { stdin: "open" })).toEqual({
    exit: 0,
    stderr: "",
    input: [{ type: "text", text: "Fix it" }],
  });
});

test("an open pipe that says nothing is given up after a while, with the way out", async () => {
  expect(await sent(["Fix it"], { stdin: "open" })).toEqual({
    exit: 2,
    stderr:
      "warning: reading additional input from stdin (--no-stdin ignores it)\n" +
      "turnpipe: standard input is open but sent nothing for 10 s, and a prompt was given\n" +
      "hint: add --no-stdin (or < /dev/null) to ignore it, or --stdin to wait for it\n",
    input: undefined,
  });
});

test("a prompt from a file is sent as it is, and images go before it", async () => {
  await withFolder(async (dir) => {
    await writeFile(join(dir, "prompt.md"), "# Fix\n\nAll of it.\n");
    await writeFile(join(dir, "shot.png"), "");
    const args = ["--prompt-file", "prompt.md", "-i", "shot.png"];
    expect(await sentIn(dir, args)).toEqual({
      exit: 0,
      stderr: "",
      input: [
        { type: "localImage", path: join(dir, "shot.png") },
        { type: "text", text: "# Fix\n\nAll of it.\n" },
      ],
    });
  });
});

/** What turn/start carried, if it came to that; stdout must then stay empty. */
async function sentIn(dir: string, args: readonly string[], options: CliOptions = {}) {
  const run = await playIn(dir, DONE, ["run", "--json", ...args], options);
  const asked = (await heardIn(dir).catch(() => [])).find(({ method }) => method === "turn/start");
  const { input } = (asked?.params ?? {}) as { input?: unknown };
  expect({ empty: run.events.length === 0, left: run.left }).toEqual({
    empty: input === undefined,
    left: [],
  });
  return { exit: run.exit, stderr: run.stderr, input };
}

const sent = (args: readonly string[], options: CliOptions = {}) =>
  withFolder((dir) => sentIn(dir, args, options));
