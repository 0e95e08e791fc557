import { describe, expect, test } from "vitest";

import { parseApprove, type ApprovalOptions } from "../../../commands/turn/approval-options.js";
import type { ConfigFile } from "../../../config/schema.js";

const NOTHING: ApprovalOptions = {
  by: "never",
  command: "",
  withinMs: undefined,
  answers: new Map(),
  allow: [],
  deny: [],
};

/** What a wish comes to, or what is said about it. */
function wished(argv: Record<string, unknown>, settings: ConfigFile = {}): unknown {
  try {
    return parseApprove(argv, settings);
  } catch (error) {
    const { kind, message, hint } = error as { kind: string; message: string; hint?: string };
    return { kind, message, hint };
  }
}

test("without --approve nothing is approved", () => {
  expect(wished({})).toEqual(NOTHING);
});

describe("who decides", () => {
  test.each(["never", "always", "rules", "ask"])("may be %s, by a flag or a file", (by) => {
    expect([wished({ approve: by }), wished({}, { approve: by })]).toEqual([
      { ...NOTHING, by },
      { ...NOTHING, by },
    ]);
  });

  test.each([
    ["exec:gate", "gate"],
    ["exec:./gate --strict 'a b' | tail -1", "./gate --strict 'a b' | tail -1"],
    ["exec:exec:x", "exec:x"],
    ["exec: gate", " gate"],
    ["exec:always", "always"],
  ])("may be a program: %j", (approve, command) => {
    const wish = { ...NOTHING, by: "program", command };
    expect([wished({ approve }), wished({}, { approve })]).toEqual([wish, wish]);
  });

  test.each(["", " ", "exec:", "exec:  ", "exec", "Always", "ALWAYS", " always", "rule", "yes"])(
    "is nobody that %j names",
    (approve) => {
      expect(wished({ approve })).toEqual({
        kind: "usage",
        message: `--approve ${approve}: expected never, always, rules, ask, exec:CMD`,
        hint: "for example: --approve rules, with approvals.allow in the config file",
      });
    },
  );

  test("is said by the flag, over the file, tighter or looser", () => {
    expect([
      wished({ approve: "never" }, { approve: "always" }),
      wished({ approve: "always" }, { approve: "never" }),
      wished({ approve: "rules" }, { approve: "exec:gate" }),
      wished({ approve: "ask" }, { approve: "nonsense" }),
    ]).toEqual([
      { ...NOTHING, by: "never" },
      { ...NOTHING, by: "always" },
      { ...NOTHING, by: "rules" },
      { ...NOTHING, by: "ask" },
    ]);
  });
});

describe("the time for a decision", () => {
  test.each([
    ["90", 90_000],
    ["90s", 90_000],
    ["500ms", 500],
    ["2m", 120_000],
    ["1h", 3_600_000],
  ])("%s is %d ms", (text, withinMs) => {
    expect(wished({ "approve-timeout": text })).toEqual({ ...NOTHING, withinMs });
  });

  test.each(["", "0", "-1", "soon", "1d", "NaN", "1e3", "1000h"])("is not %j", (text) => {
    expect(wished({ "approve-timeout": text })).toEqual({
      kind: "usage",
      message: `--approve-timeout ${text}: expected a time, such as 90s or 5m`,
      hint: undefined,
    });
  });
});

describe("answers", () => {
  const answers = (argv: Record<string, unknown>, settings: ConfigFile = {}) =>
    Object.fromEntries((wished(argv, settings) as ApprovalOptions).answers);

  test("are a key and whatever follows the first =", () => {
    const answer = ["a=b", "url=https://x.org/?q=1&r==", "empty=", "two words= x ", "ü=日本\n2"];
    expect(answers({ answer })).toEqual({
      a: "b",
      url: "https://x.org/?q=1&r==",
      empty: "",
      "two words": " x ",
      ü: "日本\n2",
    });
  });

  test("of a flag win over those of the file, and the last over the first", () => {
    const settings = { answers: { a: "file", b: "file" } };
    expect(answers({ answer: ["a=1", "a=2", "c=3"] }, settings)).toEqual({
      a: "2",
      b: "file",
      c: "3",
    });
  });

  test.each(["", "a", "=", "=b", "hunter2"])(
    "are not %j, which is not repeated: it may be a secret",
    (word) => {
      expect(wished({ answer: ["x=y", word] })).toEqual({
        kind: "usage",
        message: "--answer: expected key=value",
        hint: "the key is the id of the question, or the name of the field",
      });
    },
  );
});

test("the rules are those of the files", () => {
  const approvals = { allow: ["git status"], deny: ["git push", "path: x"] };
  expect([
    wished({ approve: "rules" }, { approvals }),
    wished({}, { approvals: { deny: ["rm"] } }),
    wished({}, { approvals: {} }),
  ]).toEqual([{ ...NOTHING, by: "rules", ...approvals }, { ...NOTHING, deny: ["rm"] }, NOTHING]);
});
