import { describe, expect, test } from "vitest";

import { createPaint, wantsColour } from "../../src/output/colour.js";

describe("whether to colour", () => {
  test.each([
    ["a terminal gets colour", { isTTY: true }, true],
    ["a pipe gets none", { isTTY: false }, false],
    ["a dumb terminal gets none", { isTTY: true, env: { TERM: "dumb" } }, false],
    ["NO_COLOR takes it from a terminal", { isTTY: true, env: { NO_COLOR: "1" } }, false],
    ["an empty NO_COLOR says nothing", { isTTY: true, env: { NO_COLOR: "" } }, true],
    ["FORCE_COLOR gives it to a pipe", { isTTY: false, env: { FORCE_COLOR: "1" } }, true],
    [
      "FORCE_COLOR gives it to a dumb terminal",
      { isTTY: true, env: { TERM: "dumb", FORCE_COLOR: "3" } },
      true,
    ],
    ["FORCE_COLOR=0 says nothing", { isTTY: true, env: { FORCE_COLOR: "0" } }, true],
    ["an empty FORCE_COLOR says nothing", { isTTY: false, env: { FORCE_COLOR: "" } }, false],
    [
      "NO_COLOR is heard before FORCE_COLOR",
      { isTTY: true, env: { NO_COLOR: "1", FORCE_COLOR: "1" } },
      false,
    ],
    ["always wins over NO_COLOR", { flag: "always", isTTY: false, env: { NO_COLOR: "1" } }, true],
    [
      "never wins over FORCE_COLOR",
      { flag: "never", isTTY: true, env: { FORCE_COLOR: "1" } },
      false,
    ],
  ] as const)("%s", (_, wish, expected) => {
    expect(wantsColour({ flag: "auto", env: {}, ...wish })).toBe(expected);
  });
});

describe("painting", () => {
  test("colours the mark, and dims whole lines", () => {
    const paint = createPaint(true);
    expect([
      paint("good", "✓ npm test"),
      paint("bad", "error: no"),
      paint("warn", "  M a.ts"),
      paint("info", "R a -> b"),
      paint("bold", "model x"),
      paint("dim", "some words"),
      paint("plain", "some words"),
    ]).toEqual([
      "\u{1B}[32m✓\u{1B}[39m npm test",
      "\u{1B}[31merror:\u{1B}[39m no",
      "  \u{1B}[33mM\u{1B}[39m a.ts",
      "\u{1B}[36mR\u{1B}[39m a -> b",
      "\u{1B}[1mmodel\u{1B}[22m x",
      "\u{1B}[2msome words\u{1B}[22m",
      "some words",
    ]);
  });

  test("leaves everything as it is without colour", () => {
    expect(createPaint(false)("good", "✓ npm test")).toBe("✓ npm test");
  });
});
