import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { decide } from "../../src/approvals/rules/decide.js";
import { realPath } from "../../src/approvals/rules/real-path.js";
import { AmbiguousInput } from "../../src/approvals/rules/ambiguous-input.js";
import { randomFrom, type Random } from "../fuzz/random.js";
import { rulesOf } from "../approvals/rules/rules-of.js";

const FORESTS = 40;
const PATHS = 20;

test("among links made at random, a file is written where we said, and an accepted one in src", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "turnpipe-forest-")));
  const wrong: unknown[] = [];
  const seen = { accepted: 0, written: 0, unclear: 0 };
  try {
    for (let seed = 1; seed <= FORESTS; seed++) {
      const dice = randomFrom(seed);
      const root = growForest(join(base, String(seed)), dice);
      for (let round = 0; round < PATHS; round++) {
        const path = ["src", ...namesAtRandom(dice, 1 + dice.below(4))].join("/");
        const said = await placeOf(join(root, path));
        const request = { kind: "path", paths: [path], root } as const;
        const { decision } = await decide(request, rulesOf(["path: src/**"]));
        const written = write(join(root, path));
        if (said === undefined) seen.unclear++;
        if (decision === "accept") seen.accepted++;
        if (written === undefined) continue;
        seen.written++;
        const isInSrc = written.startsWith(`${root}/src/`);
        const isAsSaid = said === undefined ? decision === "decline" : said === written;
        if (!isAsSaid || (decision === "accept" && !isInSrc)) {
          wrong.push({ seed, path, said, decision, written });
        }
      }
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
  expect({ wrong, enough: Object.values(seen).every((count) => count > 50), seen }).toEqual({
    wrong: [],
    enough: true,
    seen,
  });
}, 60_000);

const NAMES = ["a", "b", "c", "d", "e"];
const namesAtRandom = (dice: Random, count: number) =>
  Array.from({ length: count }, () => dice.pick(NAMES));

/** A root with directories and links in it and around it, which lead anywhere. */
function growForest(base: string, dice: Random): string {
  const root = join(base, "root");
  const places = [
    "root/src",
    "root/src/a",
    "root/src/b/c",
    "root/lib",
    "root/.git",
    "out",
    "out/a",
  ];
  for (const place of places) mkdirSync(join(base, place), { recursive: true });
  for (let link = 0; link < 14; link++) {
    const at = join(base, dice.pick(places), dice.pick(NAMES));
    const start = dice.pick(["", "", "../", "../../", "./", `${base}/`, `${root}/`, "../.git/"]);
    const way = dice.pick([
      dice.pick(places),
      dice.pick(NAMES),
      `${dice.pick(NAMES)}/..`,
      "src",
      "",
    ]);
    try {
      symlinkSync(`${start}${way}/${dice.pick(["", ...NAMES])}`, at);
    } catch {
      // There is something of that name already.
    }
  }
  return root;
}

async function placeOf(path: string): Promise<string | undefined> {
  try {
    return `/${(await realPath(path.split("/").slice(1))).segments.join("/")}`;
  } catch (error) {
    if (error instanceof AmbiguousInput) return undefined;
    throw error;
  }
}

/** Writes a file as codex does, directories first, and gives back where it came to be. */
function write(path: string): string | undefined {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "x");
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
