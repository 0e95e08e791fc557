import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { onBothSides } from "../helpers/asked.js";
import { masked } from "../helpers/differential.js";

const TALK: Scenario = {
  description: "The same answer for ever.",
  responses: [{ say: [{ text: "Yes." }] }],
  then: "repeat-last",
  files: { "deep/in.txt": "in\n" },
};

test("a worktree is made where codex makes it, belongs to its thread, and is kept", async () => {
  const { theirs, ours } = await onBothSides({ scenario: TALK }, async ({ engine, run, id }) => {
    const { codexHome, workdir } = engine;
    await mkdir(join(workdir, "new"));
    await writeFile(join(workdir, "hello.txt"), "changed\n");
    const ran = await run(["--worktree", "-C", "deep", "Go."]);
    const refused = [
      await run(["--worktree", "-C", "new", "Go."]),
      await run(["--worktree", "-c", untrusted(workdir), "Go."]),
    ];
    const [own = ""] = readdirSync(join(codexHome, "worktrees"));
    const gitDir = join(workdir, ".git/worktrees/project");
    const nameless = (text: string): string =>
      (masked(text, engine)[0] ?? "").replaceAll(`worktrees/${own}`, "worktrees/own");
    return {
      asked: nameless(JSON.stringify(ran.asked)),
      stored: nameless(JSON.stringify(ran.stored)),
      succeeded: [ran, ...refused].map(({ succeeded }) => succeeded),
      name: own.replaceAll(/[0-9a-f]/g, "x"),
      files: readdirSync(join(codexHome, "worktrees", own, "project")).sort(),
      hello: readFileSync(join(codexHome, "worktrees", own, "project/hello.txt"), "utf8"),
      head: readFileSync(join(gitDir, "HEAD"), "utf8"),
      config: nameless(readFileSync(join(gitDir, "config.worktree"), "utf8").replaceAll("\n", " ")),
      owner: readFileSync(join(gitDir, "codex-thread.json"), "utf8").replace(id(0), "thread"),
    };
  });
  expect(ours).toEqual(theirs);
  expect({ succeeded: ours.succeeded, name: ours.name, owner: ours.owner }).toEqual({
    succeeded: [true, false, false],
    name: "xxxx",
    owner: '{"version":1,"ownerThreadId":"thread"}',
  });
});

const untrusted = (workdir: string): string =>
  `projects={${JSON.stringify(workdir)}={trust_level="untrusted"}}`;
