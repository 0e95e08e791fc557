import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { Linter } from "eslint";
import regexp from "eslint-plugin-regexp";
import { parseSync, Visitor, type Expression } from "oxc-parser";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Files that make a pattern of a text, with how many they make and why that is linear. */
const MADE: Readonly<Record<string, string>> = {
  "src/approvals/rules/host-name.ts": "2: constants, checked below",
  "src/demo/model.ts": "1: a pattern of a scenario, which is ours, over what our own model gets",
  "src/output/text-width.ts": "1: a constant, checked below",
  "src/redact/matcher.ts": "1: single characters with one character of lookahead, checked below",
  "src/review/formats/page-text.ts": "1: a constant, checked below",
  "src/text/sanitize-for-terminal.ts": "1: a constant, checked below",
};

const FILES = ["src", "commands", "config", "bin"]
  .flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((name) => name.endsWith(".ts"));

const SPELLED = FILES.map((file) => ({ file, ...patternsIn(file) }));

/** Each pattern once, a part of them at a time. */
const PATTERNS = [...new Set(SPELLED.flatMap(({ literals }) => literals))];
const PARTS = 8;

test.each(Array.from({ length: PARTS }, (_, part) => part))(
  "every pattern of the program takes linear time on any text: part %i",
  (part) => {
    const patterns = PATTERNS.filter((_, at) => at % PARTS === part);
    expect({ many: patterns.length > 20, slow: superLinear(patterns) }).toEqual({
      many: true,
      slow: [],
    });
  },
);

test("patterns that are made of texts are known by name", () => {
  const counts = SPELLED.filter(({ made }) => made > 0).map(({ file, made }) => [file, made]);
  const known = Object.entries(MADE).map(([file, why]) => [file, Number.parseInt(why, 10)]);
  expect(counts.toSorted()).toEqual(known);
});

test("patterns that are made of texts take linear time, too", async () => {
  const made = await patternsMade(async () => {
    const { Redactor } = await import("../../src/redact/redactor.js");
    new Redactor({ A_TOKEN: "aa-]^\\a1a1a1", B_TOKEN: "|(a+)+$ 漢\n." }).text("a");
    for (const file of Object.keys(MADE)) await import(`${ROOT}${file}`);
  });
  expect({ made: made.length >= 6, slow: superLinear(made) }).toEqual({ made: true, slow: [] });
});

/** With the flag m a search begins at each line: to go over lines from there may take square time. */
const OVER_LINES: Readonly<Record<string, string>> = {
  [String.raw`/^(\w+)\n(?:(\w+)\n)?((?:\^\w+\n)*)/gm`]: "takes what it went over",
  [String.raw`/^Error: ([^]+?)(?:\n\s*\n|\nStack backtrace|$(?![^]))/m`]:
    "ends at the end at the latest",
  "/^Error[^]*/m": "takes what it went over",
  [String.raw`/^dependencies:\n[^]*^digest: /m`]: "gets 4096 characters",
  [String.raw`/^flags:\s*([0-7]+)/m`]: "blanks end before the next beginning",
  [String.raw`/^version = \d+\n[^]*^\[\[package\]\]$/m`]: "gets 4096 characters",
};

test("patterns that begin at any line and go over lines are known by name", () => {
  const found = PATTERNS.filter(goesOverLines);
  expect(found.sort()).toEqual(Object.keys(OVER_LINES).sort());
});

const goesOverLines = (pattern: string): boolean =>
  /\/\w*m\w*$/.test(pattern) && /\[\^\]|\\[sSDW][*+{]|\\n\)[*+{]/.test(pattern);

test.each([
  ["one that goes back", "/^(?:a+)+$/"],
  ["one that starts anew at each place", "/\\s+$/"],
])("%s is found", (_, pattern) => {
  expect(superLinear([pattern])).toEqual([expect.stringContaining(pattern)]);
});

test("one that looks for an end from each line is found", () => {
  expect(goesOverLines("/^# >>>[^\\n]*\\n(?:[^\\n]*\\n)*?# <<</gm")).toBe(true);
});

/** The patterns that eslint-plugin-regexp cannot prove to be linear, as strict as it can be. */
function superLinear(patterns: readonly string[]): string[] {
  const found = new Linter().verify(patterns.map((pattern) => `${pattern}.exec("");`).join("\n"), {
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": [
        "error",
        { report: "potential", ignoreSticky: false, ignorePartial: false },
      ],
    },
  });
  return found.map(({ line, message }) => `${patterns[line - 1] ?? ""}: ${message}`);
}

/** The patterns that a file spells, and how many it makes with `RegExp`. */
function patternsIn(file: string): { literals: string[]; made: number } {
  const literals: string[] = [];
  let made = 0;
  const count = ({ callee }: { callee: Expression }): void => {
    if (callee.type === "Identifier" && callee.name === "RegExp") made++;
  };
  const { program, errors } = parseSync(file, readFileSync(`${ROOT}${file}`, "utf8"));
  expect(errors).toEqual([]);
  new Visitor({
    Literal: (node) => {
      if ("regex" in node) literals.push(node.raw ?? "");
    },
    NewExpression: count,
    CallExpression: count,
  }).visit(program);
  return { literals, made };
}

/** The patterns that are made with `new RegExp` meanwhile. */
async function patternsMade(load: () => Promise<void>): Promise<string[]> {
  const made: RegExp[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, values: [string, string?]) {
      const pattern = new target(...values);
      made.push(pattern);
      return pattern;
    },
  });
  try {
    await load();
  } finally {
    globalThis.RegExp = original;
  }
  return made.map(String);
}
