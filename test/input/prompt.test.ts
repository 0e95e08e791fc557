import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { PromptSource } from "../../src/input/prompt.js";
import { readPrompt } from "../../src/input/prompt.js";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "prompt-"));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

const pipe = (bytes: string | Buffer): PassThrough => new PassThrough().end(bytes);
/** A terminal where somebody types this and then ends. */
const terminal = (typed = "") => Object.assign(pipe(typed), { isTTY: true });

const read = (source: Partial<PromptSource>, stdin: PassThrough = pipe("")) =>
  readPrompt(
    { argument: undefined, file: undefined, stdin: undefined, ...source },
    { cwd, stdin, stop: new AbortController().signal, notice: () => undefined },
  );

const NO_PROMPT = new CliError("usage", "no prompt given", {
  hint: 'pass it as an argument (turnpipe run "fix the test"), with --prompt-file, or on stdin',
});
const EMPTY = new CliError("input", "the prompt is empty");
const NOTHING_PIPED = new CliError("input", "no prompt came from stdin", {
  hint: 'pass it as an argument (turnpipe run "fix the test"), with --prompt-file, or on stdin',
});

describe("a prompt argument", () => {
  test.each<[string, PassThrough, string]>([
    ["at a terminal is the prompt", terminal("ignored"), "fix it"],
    ["with an empty pipe is the prompt", pipe(""), "fix it"],
    ["with a blank pipe is the prompt", pipe(" \n\t\n"), "fix it"],
    ["with piped text has it in a block", pipe("a\nb"), "fix it\n\n<stdin>\na\nb\n</stdin>"],
    ["keeps a last newline single", pipe("a\nb\n"), "fix it\n\n<stdin>\na\nb\n</stdin>"],
    ["keeps the blanks around piped text", pipe("  a \n\n"), "fix it\n\n<stdin>\n  a \n\n</stdin>"],
    [
      "decodes what is piped",
      pipe(Buffer.from("\uFEFFhé", "utf16le")),
      "fix it\n\n<stdin>\nhé\n</stdin>",
    ],
  ])("%s", async (_, stdin, prompt) => {
    expect(await read({ argument: "fix it" }, stdin)).toBe(prompt);
  });

  test("with --no-stdin never looks at a pipe", async () => {
    expect(await read({ argument: "fix it", stdin: false }, pipe("text"))).toBe("fix it");
  });

  test("with --stdin reads a terminal too", async () => {
    expect(await read({ argument: "fix it", stdin: true }, terminal("typed\n"))).toBe(
      "fix it\n\n<stdin>\ntyped\n</stdin>",
    );
  });

  test("is taken as it stands, blanks and all", async () => {
    expect(await read({ argument: "  fix it \n" })).toBe("  fix it \n");
  });

  test.each(["", "  \n"])("of %j is no prompt, unless something is piped", async (argument) => {
    await expect(read({ argument })).rejects.toEqual(EMPTY);
    expect(await read({ argument }, pipe("x"))).toBe(`${argument}\n\n<stdin>\nx\n</stdin>`);
  });

  test("with bad bytes in the pipe is refused", async () => {
    await expect(read({ argument: "fix it" }, pipe(Buffer.from([0x61, 0xff])))).rejects.toEqual(
      new CliError("input", "failed to read the prompt from stdin: invalid UTF-8 at byte 1", {
        hint: "convert it to UTF-8 first, for example with: iconv -t UTF-8",
      }),
    );
  });
});

describe("without a prompt argument", () => {
  test("the pipe is the prompt, as it stands", async () => {
    expect(await read({}, pipe(" do this\n"))).toBe(" do this\n");
  });

  test.each(["", " \n"])("a pipe with only %j is an error", async (bytes) => {
    await expect(read({}, pipe(bytes))).rejects.toEqual(NOTHING_PIPED);
  });

  test("a terminal is not waited for", async () => {
    await expect(read({}, terminal("typed"))).rejects.toEqual(NO_PROMPT);
  });

  test("--no-stdin leaves nothing to ask", async () => {
    await expect(read({ stdin: false }, pipe("x"))).rejects.toEqual(NO_PROMPT);
  });

  test("--stdin reads a terminal", async () => {
    expect(await read({ stdin: true }, terminal("typed"))).toBe("typed");
  });
});

describe("a dash", () => {
  test("reads a pipe or a terminal as the prompt", async () => {
    expect([
      await read({ argument: "-" }, pipe("piped")),
      await read({ argument: "-" }, terminal("typed")),
    ]).toEqual(["piped", "typed"]);
  });

  test("with nothing behind it is an error", async () => {
    await expect(read({ argument: "-" }, pipe("\n"))).rejects.toEqual(NOTHING_PIPED);
  });

  test("and --no-stdin contradict each other", async () => {
    await expect(read({ argument: "-", stdin: false }, pipe("x"))).rejects.toEqual(NO_PROMPT);
  });
});

describe("--prompt-file", () => {
  test("is the prompt, from here, with piped text behind it", async () => {
    writeFileSync(join(cwd, "p.md"), "\uFEFFdo this\n");
    expect([
      await read({ file: "p.md" }, terminal()),
      await read({ file: join(cwd, "p.md") }, pipe("more")),
    ]).toEqual(["do this\n", "do this\n\n\n<stdin>\nmore\n</stdin>"]);
  });

  test("that is not there is an error that names it", async () => {
    await expect(read({ file: "none.md" })).rejects.toEqual(
      new CliError("input", "cannot read --prompt-file none.md: no such file or directory"),
    );
  });

  test("that is blank is an error", async () => {
    writeFileSync(join(cwd, "p.md"), " \n");
    await expect(read({ file: "p.md" })).rejects.toEqual(
      new CliError("input", "--prompt-file p.md is empty"),
    );
  });

  test("that is no text is an error", async () => {
    writeFileSync(join(cwd, "p.md"), Buffer.from([0xff]));
    await expect(read({ file: "p.md" })).rejects.toMatchObject({ kind: "input" });
  });

  test.each(["fix it", "-", ""])("and the argument %j exclude each other", async (argument) => {
    await expect(read({ file: "p.md", argument })).rejects.toEqual(
      new CliError("usage", "give the text as an argument or with --prompt-file, not both"),
    );
  });
});

describe("the length", () => {
  const MAX = 1_048_576;
  const TOO_LONG = new CliError("input", "the prompt has over 1048576 characters", {
    hint: "put long material in a file and name the file in the prompt",
  });

  test.each([
    ["letters", "x"],
    ["characters of two units", "😀"],
  ])("of 1,048,576 %s is the most that passes", async (_, character) => {
    const most = character.repeat(MAX);
    expect((await read({ argument: most }, terminal())) === most).toBe(true);
    await expect(read({ argument: `${most}y` }, terminal())).rejects.toEqual(TOO_LONG);
  });

  test("counts the block of piped text too", async () => {
    await expect(read({ argument: "fix it" }, pipe("x".repeat(MAX - 10)))).rejects.toEqual(
      TOO_LONG,
    );
  });
});
