import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { loadConfig } from "../../config/load.js";
import { resolveConfig } from "../../config/resolve.js";
import type { ConfigFile } from "../../config/schema.js";
import { ownFolder } from "../commands/world.js";

const project = (says: ConfigFile, trusted = false) => ({
  path: "/repo/.turnpiperc",
  says,
  trusted,
});

const WORDS = ["never", "rules", "ask", "always", "exec:theirs"] as const;

describe("who decides", () => {
  test.each<[own: string | undefined, theirs: string]>([
    [undefined, "never"],
    ["never", "never"],
    ["rules", "never"],
    ["ask", "never"],
    ["always", "never"],
    ["exec:mine", "never"],
    ["rules", "rules"],
    ["rules", "ask"],
    ["always", "rules"],
    ["always", "ask"],
    ["always", "always"],
    ["exec:mine", "rules"],
  ])("of the user's %s and the project's %s is the project's", (own, theirs) => {
    const user = own === undefined ? {} : { approve: own };
    expect(resolveConfig(user, project({ approve: theirs }))).toEqual({
      settings: { approve: theirs },
      ignored: [],
    });
  });

  test.each<[own: string | undefined, theirs: string]>([
    [undefined, "rules"],
    [undefined, "ask"],
    [undefined, "always"],
    [undefined, "exec:theirs"],
    ["never", "rules"],
    ["never", "ask"],
    ["never", "always"],
    ["never", "exec:theirs"],
    ["rules", "always"],
    ["rules", "exec:theirs"],
    ["ask", "always"],
    ["ask", "exec:theirs"],
    // A program of theirs would run outside of every sandbox, whatever the user allows.
    ["exec:mine", "exec:theirs"],
    ["always", "exec:theirs"],
    ["exec:mine", "always"],
    // Rules allow without asking.
    ["ask", "rules"],
  ])("of the user's %s and the project's %s stays the user's", (own, theirs) => {
    const user = own === undefined ? {} : { approve: own };
    expect(resolveConfig(user, project({ approve: theirs }))).toEqual({
      settings: user,
      ignored: ["approve"],
    });
  });

  test.each(WORDS)("in a trusted project may be %s", (approve) => {
    const settled = { settings: { approve }, ignored: [] };
    expect([
      resolveConfig({ approve: "never" }, project({ approve }, true)),
      resolveConfig({ approve: "exec:mine", trust: ["/repo"] }, project({ approve })),
    ]).toEqual([settled, settled]);
  });
});

describe("rules", () => {
  const OWN = { allow: ["git status"], deny: ["git push"] };

  test.each<
    [name: string, own: ConfigFile, theirs: ConfigFile, settings: ConfigFile, ignored: string[]]
  >([
    [
      "to allow are ignored by their name, and to deny are added",
      { approvals: OWN },
      { approvals: { allow: ["rm"], deny: ["ls"] } },
      { approvals: { allow: ["git status"], deny: ["git push", "ls"] } },
      ["approvals.allow"],
    ],
    [
      "to deny need no rules of the user",
      {},
      { approvals: { deny: ["ls"] } },
      { approvals: { allow: [], deny: ["ls"] } },
      [],
    ],
    [
      "to allow are no more where the user has none",
      { approve: "rules" },
      { approvals: { allow: ["rm"] } },
      { approve: "rules", approvals: { allow: [], deny: [] } },
      ["approvals.allow"],
    ],
    [
      "that are empty take nothing away",
      { approvals: OWN },
      { approvals: { allow: [], deny: [] } },
      { approvals: OWN },
      [],
    ],
    [
      "that are none leave the user's",
      { approvals: OWN },
      { model: "m" },
      { model: "m", approvals: OWN },
      [],
    ],
    [
      "are named after what else was ignored",
      { approvals: OWN },
      { approve: "always", answers: { a: "b" }, approvals: { allow: ["rm"] } },
      { approvals: OWN },
      ["approve", "answers", "approvals.allow"],
    ],
  ])("%s", (_name, own, theirs, settings, ignored) => {
    expect(resolveConfig(own, project(theirs))).toEqual({ settings, ignored });
  });

  test("of a trusted project are added, all of them", () => {
    const theirs = {
      approve: "exec:theirs",
      answers: { a: "theirs" },
      approvals: { allow: ["rm"], deny: ["ls"] },
    };
    const settled = {
      settings: {
        approve: "exec:theirs",
        answers: { a: "theirs" },
        approvals: { allow: ["git status", "rm"], deny: ["git push", "ls"] },
      },
      ignored: [],
    };
    const own = { approve: "rules", answers: { a: "mine" }, approvals: OWN };
    expect([
      resolveConfig(own, project(theirs, true)),
      resolveConfig({ ...own, trust: ["/repo"] }, project(theirs)),
    ]).toEqual([settled, settled]);
  });
});

test("a project's answers stay out, and the user's stay", () => {
  expect(
    resolveConfig({ answers: { a: "mine" } }, project({ answers: { a: "theirs", b: "x" } })),
  ).toEqual({ settings: { answers: { a: "mine" } }, ignored: ["answers"] });
});

describe("a file", () => {
  test("may say all of it", () => {
    const whole = {
      approve: "rules",
      approvals: { allow: ["git status"], deny: ["path: x"] },
      answers: { colour: "red", "two words": "" },
    };
    expect(loaded(whole)).toEqual(whole);
  });

  test.each<[config: unknown, complaint: { message: string; hint?: string }]>([
    [
      { approvals: { alow: ["ls"] } },
      { message: 'unknown key "approvals.alow"', hint: 'did you mean "allow"?' },
    ],
    [
      { approvals: { Deny: ["ls"] } },
      { message: 'unknown key "approvals.Deny"', hint: 'did you mean "deny"?' },
    ],
    [{ approvals: { model: "m" } }, { message: 'unknown key "approvals.model"' }],
    [
      { aprovals: { allow: ["ls"] } },
      { message: 'unknown key "aprovals"', hint: 'did you mean "approvals"?' },
    ],
    [
      { approvals: { allow: "ls" } },
      { message: "approvals.allow: Invalid input: expected array, received string" },
    ],
    [
      { approvals: { deny: ["ls", ""] } },
      { message: "approvals.deny.1: Too small: expected string to have >=1 characters" },
    ],
    [
      { approvals: ["ls"] },
      { message: "approvals: Invalid input: expected object, received array" },
    ],
    [
      { answers: { age: 36 } },
      { message: "answers.age: Invalid input: expected string, received number" },
    ],
  ])("that says %j is refused by file, key and problem", (config, complaint) => {
    expect(loaded(config)).toEqual({ kind: "config", hint: undefined, ...complaint });
  });

  test.each(["sometimes", "exec:", "Always"])("may not have %j approve", (approve) => {
    expect(loaded({ approve })).toEqual({
      kind: "config",
      hint: undefined,
      message: expect.stringMatching(/^approve: /) as string,
    });
  });
});

/** What a file says, or what is said about it. */
function loaded(config: unknown): unknown {
  const path = join(ownFolder(), ".turnpiperc.json");
  writeFileSync(path, JSON.stringify(config));
  try {
    return loadConfig(path);
  } catch (error) {
    const { kind, message, hint } = error as { kind: string; message: string; hint?: string };
    return { kind, message: message.replace(`${path}: `, ""), hint };
  }
}
