import { PassThrough } from "node:stream";

import { afterEach, describe, expect, test, vi } from "vitest";

import { readExecPrompt } from "../../../commands/exec/prompt.js";
import type { ExecPrompt } from "../../../commands/exec/task.js";
import { CliError } from "../../../src/outcome/errors.js";

const ADDING = { argument: "p", addsStdin: true };
const ALONE = { argument: "p", addsStdin: false };
const FROM_STDIN = { argument: undefined, addsStdin: false };
const DASH = { argument: "-", addsStdin: true };

describe("the prompt", () => {
  test.each<[string, ExecPrompt, Stdin, string]>([
    ["of a terminal is the argument", ADDING, terminal("typed"), "p"],
    ["with nothing piped is the argument", ADDING, pipe(""), "p"],
    ["with blanks piped is the argument", ADDING, pipe(" \n"), "p"],
    ["has what is piped behind it", ADDING, pipe("text"), "p\n\n<stdin>\ntext\n</stdin>"],
    ["ends what is piped once", ADDING, pipe("text\n"), "p\n\n<stdin>\ntext\n</stdin>"],
    ["may be empty", { ...ADDING, argument: "" }, pipe(""), ""],
    ["may be blank", { ...ALONE, argument: " " }, pipe(""), " "],
    ["of an old thread is the argument alone", ALONE, new PassThrough(), "p"],
    ["is what is piped, as it stands", FROM_STDIN, pipe(" text\n\n"), " text\n\n"],
    ["is what is piped to a dash", DASH, pipe("text"), "text"],
    ["is what is typed to a dash", DASH, terminal("typed\n"), "typed\n"],
    ["is decoded", FROM_STDIN, pipe(Buffer.from("\uFEFFhé", "utf16le")), "hé"],
  ])("%s", async (_, prompt, stdin, expected) => {
    expect(await read(prompt, stdin)).toEqual({ prompt: expected, said: [] });
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
    [ADDING, "reading additional input from stdin"],
    [FROM_STDIN, "reading the prompt from stdin"],
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
  const hint = "pass it as an argument, or pipe it in";
  return new CliError("usage", "no prompt given", { hint });
}

function nothingPiped() {
  return new CliError("input", "no prompt came from stdin");
}

function badByte() {
  const message = "failed to read the prompt from stdin: invalid UTF-8 at byte 1";
  const hint = "convert it to UTF-8 first, for example with: iconv -t UTF-8";
  return new CliError("input", message, { hint });
}

async function read(
  prompt: ExecPrompt,
  stdin: Stdin,
  said: string[] = [],
  stop = new AbortController().signal,
) {
  const notice = (text: string): void => void said.push(text);
  return { prompt: await readExecPrompt(prompt, { cwd: "/", stdin, stop, notice }), said };
}
