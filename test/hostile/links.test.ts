import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { decide } from "../../src/approvals/rules/decide.js";
import type { RuleDecision } from "../../src/approvals/rules/decision.js";
import { rulesOf } from "../approvals/rules/rules-of.js";
import { FILES, makeLinks, SHAPES, type Place, type Shape } from "./link-shapes.js";

const base = realpathSync(mkdtempSync(join(tmpdir(), "turnpipe-links-")));
let place: Place;
beforeAll(async () => {
  place = await makeLinks(base);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Allow rules; PATH is the path that is asked about, REAL is where it leads. */
const RULES: readonly (readonly string[])[] = [
  ["path: src/**"],
  ["path: **"],
  ["path: src/*"],
  ["path: **/*.txt", "path: src/file-*"],
  ["path: src/dir-?*/**", "path: src/file-*"],
  ["path: ROOT/**"],
  ["path: ROOT/src/**"],
  ["path: /**"],
  ["path: PATH"],
  ["path: ROOT/PATH"],
  ["path: src/**", "path: REAL"],
  ["path: REAL"],
];

const GROUPS = SHAPES.flatMap((shape, at) =>
  RULES.map((rules) => ({ name: shape.name, rules, shape, at })),
);

/** Through the link of a directory and through one of a file; relative and absolute. */
const casesOf = (at: number, shape: Shape) =>
  FILES.flatMap((file, of) =>
    [`src/dir-${at}/${file}`, `src/file-${at}-${of}`].flatMap((path) =>
      [path, join(place.root, path)].map((what) => ({ what, path, file, shape })),
    ),
  );

type Case = ReturnType<typeof casesOf>[number];

test("the tables make 3600 decisions", () => {
  expect(GROUPS.flatMap(({ at, shape }) => casesOf(at, shape)).length).toBe(3600);
});

describe("where a link leads decides", () => {
  test.each(GROUPS)("$name, by $rules", async ({ rules, shape, at }) => {
    const { root, hooks } = place;
    for (const one of casesOf(at, shape)) {
      const allow = rules.map((rule) =>
        rule.replace("ROOT", root).replace("PATH", one.path).replace("REAL", realOf(one)),
      );
      const request = {
        kind: "path",
        paths: [one.what],
        root,
        protectedDirectories: [hooks],
      } as const;
      expect(await decide(request, rulesOf(allow))).toEqual(expected(one, allow));
    }
  });
});

const realOf = ({ shape: { real }, file }: Case) =>
  "inside" in real ? join(place.root, real.inside, file) : join(place.outside, real.outside, file);

/** What has to be decided, from the tables and nothing else. */
function expected(one: Case, allow: readonly string[]): RuleDecision {
  const { path, shape } = one;
  const real = realOf(one);
  const written = join(place.root, path);
  const byName = allow.find((rule) => isLiteral(rule) && fits(rule, real));
  const isOpen = "inside" in shape.real && shape.isProtected !== true;
  const rule = isOpen
    ? (allow.find((each) => fits(each, real)) ??
      allow.find((each) => isLiteral(each) && fits(each, written)))
    : byName;
  // A link to a git directory looks like one itself.
  const isShut = shape.isGitDirectory === true && path.includes("/dir-");
  const opener = allow.find((each) => (isLiteral(each) || !isShut) && fits(each, written));
  if (rule === undefined || opener === undefined) return declined(one, really(one));
  if (shape.through === undefined) return accepted(one, rule);
  return declined(
    one,
    `leads through ${JSON.stringify(join(place.outside, shape.through, one.file))}`,
  );
}

function really(one: Case): string {
  const isInside = "inside" in one.shape.real;
  const outside = isInside ? "" : `, outside of ${JSON.stringify(place.root)}`;
  return `is really ${JSON.stringify(realOf(one))}${outside}`;
}

function accepted({ what }: Case, rule: string): RuleDecision {
  const reason = `allowed by the rule ${JSON.stringify(rule)}`;
  const part = { decision: "accept", why: "allowed", rule, reason } as const;
  return { ...part, parts: [{ what, ...part }] };
}

function declined({ what }: Case, why: string): RuleDecision {
  const reason = `no rule allows ${JSON.stringify(what)}, which ${why}`;
  const part = { decision: "decline", why: "unlisted", rule: null, reason } as const;
  return { ...part, parts: [{ what, ...part }] };
}

const isLiteral = (rule: string) => !rule.includes("*");

/** Whether a glob fits a full path, read in the simplest possible way. */
function fits(rule: string, path: string): boolean {
  const pattern = rule.slice("path: ".length);
  const full = pattern.startsWith("/") ? pattern : `${place.root}/${pattern}`;
  const source = full
    .replace(/[.+]/g, "\\$&")
    .replaceAll("?", "[^/]")
    .replaceAll("**/", "<ANY>")
    .replaceAll("**", "<REST>")
    .replaceAll("*", "[^/]*")
    .replaceAll("<ANY>", "(?:.*/)?")
    .replaceAll("<REST>", ".*");
  return new RegExp(`^${source}$`, "s").test(path);
}
