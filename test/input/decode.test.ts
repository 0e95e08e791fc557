import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { decodePrompt } from "../../src/input/decode.js";

/** Bytes from hexadecimal, with blanks for the eye. */
const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(" ", ""), "hex");

const refused = (why: string, source = "stdin") =>
  new CliError("input", `failed to read the prompt from ${source}: ${why}`, {
    hint: "convert it to UTF-8 first, for example with: iconv -t UTF-8",
  });

describe("text", () => {
  test.each([
    ["nothing", "", ""],
    ["plain UTF-8", "66 c3 bc 72 20 f0 9f 98 80 0a", "für 😀\n"],
    ["UTF-8 behind its mark", "ef bb bf 68 69", "hi"],
    ["a UTF-8 mark and nothing else", "ef bb bf", ""],
    ["one mark only: a second is text", "ef bb bf ef bb bf 61", "\uFEFFa"],
    ["a mark in the middle", "61 ef bb bf 62", "a\uFEFFb"],
    ["a replacement character that was meant", "ef bf bd 21", "\uFFFD!"],
    ["a NUL", "61 00 62", "a\0b"],
    ["UTF-16LE behind its mark", "ff fe 68 00 fc 00 3d d8 00 de", "hü😀"],
    ["UTF-16BE behind its mark", "fe ff 00 68 00 fc d8 3d de 00", "hü😀"],
    ["a UTF-16 mark and nothing else", "ff fe", ""],
    ["a second UTF-16 mark", "ff fe ff fe 61 00", "\uFEFFa"],
  ])("is read: %s", (_, digits, text) => {
    expect(decodePrompt(hex(digits), "stdin")).toBe(text);
  });
});

describe("what is no text we take", () => {
  test.each([
    ["UTF-32LE", "ff fe 00 00 61 00 00 00", "it is UTF-32LE"],
    ["UTF-32BE", "00 00 fe ff 00 00 00 61", "it is UTF-32BE"],
    ["UTF-16LE with half a unit", "ff fe 61", "invalid UTF-16LE"],
    ["UTF-16BE with half a unit", "fe ff 00", "invalid UTF-16BE"],
    ["a high surrogate alone", "ff fe 3d d8", "invalid UTF-16LE"],
    ["a low surrogate first", "fe ff de 00 d8 3d", "invalid UTF-16BE"],
  ])("is refused by its name: %s", (_, digits, why) => {
    expect(() => decodePrompt(hex(digits), "stdin")).toThrow(refused(why));
  });

  test.each([
    ["the first", "ff", 0],
    ["Latin-1", "66 fc 72", 1],
    ["a sequence cut off at the end", "61 e2 82", 1],
    ["a sequence cut off by a letter", "61 f0 9f 62", 1],
    ["a NUL in two bytes", "61 62 c0 80", 2],
    ["a surrogate", "ed a0 80", 0],
    ["a number past the last one", "61 f4 90 80 80", 1],
    ["counted behind the mark", "ef bb bf 61 ff", 1],
    ["counted in bytes, not characters", "c3 bc f0 9f 98 80 ff", 6],
    ["behind a replacement character that was meant", "ef bf bd 61 ef bf bd ff", 7],
    ["a mark of UTF-16 cut short", "fe", 0],
  ])("is refused by its first bad byte: %s", (_, digits, at) => {
    expect(() => decodePrompt(hex(digits), "stdin")).toThrow(
      refused(`invalid UTF-8 at byte ${at}`),
    );
  });

  test("is named by where it came from", () => {
    expect(() => decodePrompt(hex("ff"), "/tmp/p.md")).toThrow(
      refused("invalid UTF-8 at byte 0", "/tmp/p.md"),
    );
  });
});
