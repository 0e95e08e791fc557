import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { openSteering } from "../../src/input/steering.js";
import type { SteerLine, SteerSource } from "../../src/dialect/steer-line.js";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "steering-"));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

describe("a file", () => {
  test.each<[what: string, bytes: string, lines: SteerLine[]]>([
    ["one line", '{"text":"a"}\n', [{ text: "a" }]],
    ["a last line without an end", '{"text":"a"}\n{"text":"b"}', [{ text: "a" }, { text: "b" }]],
    ["blank lines", '\n \n{"text":"a"}\n\t\n\n{"text":"b"}\n\n', [{ text: "a" }, { text: "b" }]],
    [
      "lines from another system",
      '{"text":"a"}\r\n{"text":"b"}\r\n',
      [{ text: "a" }, { text: "b" }],
    ],
    ["a mark at the start", '\uFEFF{"text":"a"}\n', [{ text: "a" }]],
    ["line ends inside a text", '{"text":"a\\n\u2028b"}\n', [{ text: "a\n\u2028b" }]],
    ["nothing", "", []],
    [
      "a bad line between good ones",
      '{"text":"a"}\noops\n{"text":"b"}\n',
      [{ text: "a" }, { text: null, problem: "not JSON: oops" }, { text: "b" }],
    ],
  ])("is read once, line by line: %s", (_, bytes, lines) => {
    writeFileSync(join(cwd, "lines"), bytes);
    const { taken, source } = collecting("lines");
    source.close();
    expect(taken).toEqual(lines);
  });

  test("is read when it is named, not when the turn gets to it", () => {
    writeFileSync(join(cwd, "lines"), '{"text":"a"}\n');
    const source = openSteering("lines", cwd);
    rmSync(join(cwd, "lines"));
    const taken: SteerLine[] = [];
    source.onLine((line) => taken.push(line));
    expect(taken).toEqual([{ text: "a" }]);
  });

  test("may be named by a full path", () => {
    writeFileSync(join(cwd, "lines"), '{"text":"a"}\n');
    const taken: SteerLine[] = [];
    openSteering(join(cwd, "lines"), "/nowhere").onLine((line) => taken.push(line));
    expect(taken).toEqual([{ text: "a" }]);
  });
});

describe("a pipe", () => {
  test("that never ends its line is told so once, and the next line counts", async () => {
    const path = pipe();
    const { source, taken, until } = collecting("pipe");
    await write(path, Buffer.alloc(5 * 1024 * 1024, "x"), 'x\n{"text":"next"}\n');
    await until(2);
    source.close();
    expect(taken).toEqual([{ text: null, problem: "a line of more than 4 MiB" }, { text: "next" }]);
  });

  test("takes writers one after the other, and what came before anybody listened", async () => {
    const path = pipe();
    const source = openSteering("pipe", cwd);
    await write(path, '{"text":"early"}\n');
    const { taken, until } = collectedFrom(source);
    await until(1);
    await write(path, '{"text":"second"}\n{"text":"third"}\n');
    await until(3);
    await write(path, "\n \noops\n");
    await until(4);
    source.close();
    expect(taken).toEqual([
      { text: "early" },
      { text: "second" },
      { text: "third" },
      { text: null, problem: "not JSON: oops" },
    ]);
  });

  test("may cut a line, and a character, between two writes and two writers", async () => {
    const path = pipe();
    const { source, taken, until } = collecting("pipe");
    const whole = Buffer.from('{"text":"a🧭b"}\n');
    const cut = whole.indexOf(0xf0) + 2;
    await write(path, '{"text":"first"}\n', whole.subarray(0, cut));
    await until(1);
    await write(path, whole.subarray(cut));
    await until(2);
    source.close();
    expect(taken).toEqual([{ text: "first" }, { text: "a🧭b" }]);
  });

  test("carries a line that is longer than it holds at once", async () => {
    const path = pipe();
    const { source, taken, until } = collecting("pipe");
    const text = "x".repeat(300_000);
    await Promise.all([write(path, JSON.stringify({ text }), "\n"), until(1)]);
    source.close();
    expect(taken).toEqual([{ text }]);
  });

  test("that is closed says no more", async () => {
    const path = pipe();
    const { source, taken, until } = collecting("pipe");
    // Our own end keeps the pipe open, so that writing to it does not fail.
    const end = await open(path, "r+");
    await end.write('{"text":"a"}\n');
    await until(1);
    source.close();
    source.close();
    await end.write('{"text":"b"}\n');
    const next = collecting("pipe");
    await next.until(1);
    next.source.close();
    await end.close();
    expect([taken, next.taken]).toEqual([[{ text: "a" }], [{ text: "b" }]]);
  });

  test("holds up no program that has closed it, whether it listened or not", async () => {
    pipe();
    const before = openPipes();
    const sources = [openSteering("pipe", cwd), collecting("pipe").source];
    const meanwhile = openPipes();
    for (const source of sources) source.close();
    // Within one round of the event loop, handles close last.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect([meanwhile - before, openPipes() - before]).toEqual([2, 0]);
  });
});

describe("what is neither", () => {
  test.each([
    [
      "nothing of that name",
      "none",
      /^cannot read --steer-from none: no such file or directory$/,
      undefined,
    ],
    [
      "a directory",
      "dir",
      /^--steer-from dir is neither a file nor a pipe$/,
      "make a pipe with: mkfifo NAME",
    ],
    [
      "a device",
      "/dev/null",
      /^--steer-from \/dev\/null is neither a file nor a pipe$/,
      "make a pipe with: mkfifo NAME",
    ],
    [
      "a name below a file",
      "file/x",
      /^cannot read --steer-from file\/x: not a directory$/,
      undefined,
    ],
  ])("is bad input: %s", (_, name, message, hint) => {
    mkdirSync(join(cwd, "dir"));
    writeFileSync(join(cwd, "file"), "");
    const error = errorOf(() => openSteering(name, cwd));
    expect({ kind: error.kind, message: error.message, hint: error.hint }).toEqual({
      kind: "input",
      message: expect.stringMatching(message) as string,
      hint,
    });
  });
});

/** Of what keeps this process alive, the pipes. */
const openPipes = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === "PipeWrap").length;

function pipe(): string {
  const path = join(cwd, "pipe");
  execFileSync("mkfifo", [path]);
  return path;
}

/** A writer of its own: it comes, writes piece by piece, and leaves. */
async function write(path: string, ...pieces: (string | Uint8Array)[]): Promise<void> {
  const writer = await open(path, "w");
  for (const piece of pieces) await writer.appendFile(piece);
  await writer.close();
}

const collecting = (file: string) => collectedFrom(openSteering(file, cwd));

/** The lines of a source, and a wait for so many of them. */
function collectedFrom(source: SteerSource) {
  const taken: SteerLine[] = [];
  let notification = (): void => undefined;
  source.onLine((line) => {
    taken.push(line);
    notification();
  });
  const until = async (count: number): Promise<void> => {
    while (taken.length < count) {
      await new Promise<void>((resolve) => {
        notification = resolve;
      });
    }
  };
  return { source, taken, until };
}

function errorOf(act: () => unknown): CliError {
  try {
    act();
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error("it went well");
}
