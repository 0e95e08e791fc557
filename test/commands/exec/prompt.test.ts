import { PassThrough } from "node:stream";

import { afterEach, describe, expect, test, vi } from "vitest";

import { CodexError } from "../../../commands/exec/codex-error.js";
import { readExecPrompt } from "../../../commands/exec/prompt.js";
import type { ExecPrompt } from "../../../commands/exec/task.js";
import { CliError } from "../../../src/outcome/errors.js";

const ADDING = { argument: "p", addsStdin: true };
const ALONE = { argument: "p", addsStdin: false };
const FROM_STDIN = { argument: undefined, addsStdin: false };
const MORE = "Reading additional input from stdin...";
const ALL = "Reading prompt from stdin...";
const DASH = { argument: "-", addsStdin: true };

describe("the prompt", () => {
  test.each<[string, ExecPrompt, Stdin, string, string?]>([
    ["of a terminal is the argument", ADDING, terminal("typed"), "p"],
    ["with nothing piped is the argument", ADDING, pipe(""), "p", MORE],
    ["with blanks piped is the argument", ADDING, pipe(" \n"), "p", MORE],
    ["has what is piped behind it", ADDING, pipe("text"), "p\n\n<stdin>\ntext\n</stdin>", MORE],
    ["ends what is piped once", ADDING, pipe("text\n"), "p\n\n<stdin>\ntext\n</stdin>", MORE],
    ["may be empty", { ...ADDING, argument: "" }, pipe(""), "", MORE],
    ["may be blank", { ...ALONE, argument: " " }, pipe(""), " "],
    ["of an old thread is the argument alone", ALONE, new PassThrough(), "p"],
    ["is what is piped, as it stands", FROM_STDIN, pipe(" text\n\n"), " text\n\n", ALL],
    ["is what is piped to a dash", DASH, pipe("text"), "text"],
    ["is what is typed to a dash", DASH, terminal("typed\n"), "typed\n"],
    ["is decoded", FROM_STDIN, pipe(Buffer.from("\uFEFFhé", "utf16le")), "hé", ALL],
  ])("%s", async (_, prompt, stdin, expected, notice) => {
    const said = notice === undefined ? [] : [notice];
    expect(await read(prompt, stdin)).toEqual({ prompt: expected, said });
  });

  test.each<[string, ExecPrompt, Stdin, CliError]>([
    ["at a terminal without words", FROM_STDIN, terminal("typed"), noPrompt()],
    ["from an empty pipe", FROM_STDIN, pipe(""), nothingPiped()],
    ["from a blank pipe", FROM_STDIN, pipe(" \n\t"), nothingPiped()],
    ["from a mark alone", FROM_STDIN, pipe("\uFEFF"), nothingPiped()],
    ["from blanks typed to a dash", DASH, terminal("\n"), nothingPiped()],
    ["from bad bytes", FROM_STDIN, pipe(Buffer.from([0x61, 0xff])), badByte()],
    ["beside bad bytes", ADDING, pipe(Buffer.from([0x61, 0xff])), badByte()],
  ])("is refused %s", async (_, prompt, stdin, error) => {
    await expect(read(prompt, stdin)).rejects.toEqual(error);
  });
});

describe("a silent pipe", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each<[ExecPrompt, string]>([
    [ADDING, MORE],
    [FROM_STDIN, ALL],
  ])("is waited for as long as it takes, and %j says so", async (prompt, notice) => {
    vi.useFakeTimers();
    const stdin = new PassThrough();
    const said: string[] = [];
    const reading = read(prompt, stdin, said);
    const aDay = 24 * 60 * 60 * 1000;
    await vi.advanceTimersByTimeAsync(aDay);
    expect(said).toEqual([notice]);
    stdin.end("text");
    expect((await reading).prompt).toMatch(/text/);
  });

  test("is not waited for when the run is stopped", async () => {
    const stop = new AbortController();
    const reading = read(FROM_STDIN, new PassThrough(), [], stop.signal);
    const why = new CliError("interrupted", "stopped by SIGINT");
    stop.abort(why);
    await expect(reading).rejects.toBe(why);
  });
});

type Stdin = PassThrough & { isTTY?: boolean };

function pipe(bytes: string | Buffer): Stdin {
  return new PassThrough().end(bytes);
}

function terminal(typed: string): Stdin {
  return Object.assign(pipe(typed), { isTTY: true });
}

function noPrompt() {
  return new CodexError(
    "usage",
    "No prompt provided. Either specify one as an argument or pipe the prompt into stdin.",
  );
}

function nothingPiped() {
  return new CodexError("input", "No prompt provided via stdin.");
}

function badByte() {
  return new CodexError(
    "input",
    "Failed to read prompt from stdin: input is not valid UTF-8 (invalid byte at offset 1). " +
      "Convert it to UTF-8 and retry (e.g., `iconv -f <ENC> -t UTF-8 prompt.txt`).",
  );
}

async function read(
  prompt: ExecPrompt,
  stdin: Stdin,
  said: string[] = [],
  stop = new AbortController().signal,
) {
  const notice = { hold: (text: string) => void said.push(text), print: () => undefined };
  return { prompt: await readExecPrompt(prompt, { stdin, stop, notice }), said };
}
