import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { onBothSides } from "../helpers/asked.js";
import { inTurn, masked } from "../helpers/differential.js";
import { placeOf, withEngine } from "../helpers/engine.js";
import { runCli } from "../helpers/run-in-process.js";

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

test("a fork gets a worktree of the directory where its thread works, or of the one named", async () => {
  const { theirs, ours } = await onBothSides({ scenario: TALK }, async ({ engine, run, id }) => {
    const { codexHome, workdir } = engine;
    const nameless = (text: string): string =>
      (masked(text, engine)[0] ?? "").replaceAll(/worktrees\/[0-9a-f]{4}/g, "worktrees/own");
    await run(["-C", "deep", "One."]);
    const ran = [
      await run(["fork", "--worktree", id(0), "Two."], { below: "sub" }),
      await run(["-C", ".", "--worktree", "fork", id(0)]),
    ];
    const failed = await inTurn(
      [
        ["fork", "--worktree", "01a1f248-0d8f-7bf1-a24a-fbb7fe484591", "Three."],
        ["fork", "--worktree", "nobody", "Three."],
        ["--worktree", "-c", 'model_provider="none"', "Three."],
      ],
      (args) => run(args),
    );
    const trees = readdirSync(join(codexHome, "worktrees")).length;
    const owners = ["project", "project1"].map((name) =>
      readFileSync(join(workdir, ".git/worktrees", name, "codex-thread.json"), "utf8"),
    );
    return {
      ran: JSON.parse(nameless(JSON.stringify(ran))) as unknown,
      failed: failed.map(({ succeeded, lines }) => ({ succeeded, lines })),
      trees,
      owners: [1, 2].map((at) => owners.some((owner) => owner.includes(id(at)))),
    };
  });
  expect(ours).toEqual(theirs);
  expect({ trees: ours.trees, owners: ours.owners }).toEqual({ trees: 2, owners: [true, true] });
});

const untrusted = (workdir: string): string =>
  `projects={${JSON.stringify(workdir)}={trust_level="untrusted"}}`;

test("before the first commit both say what git says", async () => {
  await withEngine({ scenario: TALK }, async (engine) => {
    const cwd = join(engine.dir, "unborn");
    execFileSync("git", ["init", "--quiet", cwd]);
    const theirs = await engine.exec(["--worktree", "Go."], { cwd });
    const ours = await runCli(["exec", "--worktree", "Go."], { ...placeOf(engine), cwd });
    const words = theirs.stderr.slice(theirs.stderr.indexOf("Error: "));
    expect(words).toBe("Error: git command failed: fatal: Needed a single revision\n");
    expect({ exit: ours.exit, stderr: ours.stderr }).toEqual({ exit: 2, stderr: words });
    const run = await runCli(["run", "--worktree", "Go."], { ...placeOf(engine), cwd });
    expect({ exit: run.exit, stderr: run.stderr }).toEqual({
      exit: 2,
      stderr:
        "turnpipe: --worktree: git rev-parse: fatal: Needed a single revision\n" +
        "hint: a worktree is made of HEAD: it needs a git repository with a commit\n",
    });
  });
});
