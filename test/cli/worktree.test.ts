import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf, withEngine } from "../helpers/engine.js";
import { runCli } from "../helpers/run-in-process.js";

const says: Scenario = { description: "Says it.", responses: [{ say: [{ text: "Yes." }] }] };
const writes: Scenario = {
  description: "Changes a file.",
  responses: [{ say: [{ exec: "echo new > hello.txt" }] }, { say: [{ text: "Done." }] }],
  config: { model: '"gpt-5.5"' },
};

test.each([
  ["kept and named if something was changed in it", writes, true],
  ["removed if nothing was", says, false],
])("the worktree of a run is %s", async (_, scenario, kept) => {
  await withEngine({ scenario }, async (engine) => {
    const args = ["run", "--json", "--worktree", "-s", "danger-full-access", "Go."];
    const { exit, stdout, stderr } = await runCli(args, placeOf(engine));
    const lines = stdout.trim().split("\n");
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const { path, ...started } = events[0]?.["worktree"] as { path: string };
    expect(path.slice(engine.codexHome.length)).toMatch(/^\/worktrees\/[0-9a-f]{4}\/project$/);
    expect(started).toEqual({
      branch: null,
      commit: expect.stringMatching(/^[0-9a-f]{40}$/) as unknown,
    });
    expect({ exit, cwd: events[0]?.["cwd"], last: events.at(-1)?.["worktree"] }).toEqual({
      exit: 0,
      cwd: path,
      last: { path, kept },
    });
    expect(stderr.includes(`worktree: ${path}\n`)).toBe(kept);
    expect(existsSync(path)).toBe(kept);
    expect(readdirSync(join(engine.codexHome, "worktrees"))).toHaveLength(kept ? 1 : 0);
    expect(readFileSync(join(engine.workdir, "hello.txt"), "utf8")).toBe("hello\nworld\n");
  });
});

test("a run that cannot begin leaves no worktree", async () => {
  await withEngine({ scenario: says }, async (engine) => {
    const args = ["run", "--worktree", "--image", "none.png", "Go."];
    const { exit } = await runCli(args, placeOf(engine));
    expect({ exit, left: readdirSync(join(engine.codexHome, "worktrees")) }).toEqual({
      exit: 2,
      left: [],
    });
  });
});
