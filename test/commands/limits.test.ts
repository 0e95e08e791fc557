import { describe, expect, test } from "vitest";

import { parseCount } from "../../commands/cli/count.js";
import { parseLimits } from "../../commands/turn/limit-options.js";
import type { CliError } from "../../src/outcome/errors.js";

const NONE = {
  wallMs: undefined,
  idleMs: undefined,
  toolMs: undefined,
  maxTokens: undefined,
  maxSteps: undefined,
};

/** What a reading throws, whole. */
function thrown(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    const { kind, message } = error as CliError;
    return [kind, message];
  }
}

describe("a count", () => {
  test.each([
    ["1", 1],
    [" 12 ", 12],
    ["200k", 200_000],
    ["200K", 200_000],
    ["3m", 3_000_000],
    ["1_000_000", 1_000_000],
    ["007", 7],
  ])("is read from %j", (word, count) => {
    expect(parseCount("--max-tokens", word)).toBe(count);
  });

  test.each(["0", "", " ", "-1", "+1", "1.5", "1e3", "k", "_1", "1 k", "1kk", "many", "0x10"])(
    "is not %j",
    (word) => {
      expect(thrown(() => parseCount("--max-tokens", word))).toEqual([
        "usage",
        `--max-tokens ${word}: expected a number of at least 1`,
      ]);
    },
  );

  test("is not more than can be counted", () => {
    expect(thrown(() => parseCount("--max-tokens", "9007199254740992"))).toEqual([
      "usage",
      "--max-tokens 9007199254740992: expected a number of at least 1",
    ]);
  });

  test("may begin elsewhere", () => {
    expect([
      parseCount("--retry", "0", { from: 0 }),
      thrown(() => parseCount("--retry", "x", { from: 0 })),
    ]).toEqual([0, ["usage", "--retry x: expected a number of at least 0"]]);
  });
});

describe("the limits of a command line", () => {
  test("are none where nothing is said", () => {
    expect(parseLimits({})).toEqual(NONE);
  });

  test("are all that is said", () => {
    const argv = {
      timeout: "5m",
      "idle-timeout": "90",
      "tool-timeout": "500ms",
      "max-tokens": "200k",
      "max-steps": "3",
    };
    expect(parseLimits(argv)).toEqual({
      wallMs: 300_000,
      idleMs: 90_000,
      toolMs: 500,
      maxTokens: 200_000,
      maxSteps: 3,
    });
  });

  test.each(["timeout", "idle-timeout", "tool-timeout"])("--%s is a time", (flag) => {
    expect(
      ["0", "soon", "", "-1s"].map((word) => thrown(() => parseLimits({ [flag]: word }))),
    ).toEqual(
      ["0", "soon", "", "-1s"].map((word) => [
        "usage",
        `--${flag} ${word}: expected a time, such as 90s or 5m`,
      ]),
    );
  });

  test.each(["max-tokens", "max-steps"])("--%s is a count", (flag) => {
    expect(thrown(() => parseLimits({ [flag]: "few" }))).toEqual([
      "usage",
      `--${flag} few: expected a number of at least 1`,
    ]);
  });
});
