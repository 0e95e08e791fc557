import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import {
  harm,
  hostilePlace,
  PROJECT_CONFIG_IGNORED,
  makeHostile,
} from "../helpers/hostile-repository.js";
import { runCli } from "../helpers/run-in-process.js";

const ANSWERS: Scenario = {
  description: "The same answer to everything.",
  responses: [{ say: [{ text: '{"findings":[]}' }] }],
  then: "repeat-last",
};

test.each([
  ["run", ["run", "Go"]],
  ["run that may write", ["run", "-s", "workspace-write", "Go"]],
  ["run that may do everything", ["run", "-s", "danger-full-access", "Go"]],
  ["run that may write by a setting", ["run", "-c", 'sandbox_mode="workspace-write"', "Go"]],
  ["run that may write by a profile", ["run", "-c", 'default_permissions=":workspace"', "Go"]],
  [
    "run that may write, and is told not to trust",
    ["run", "--trust", "untrusted", "-s", "workspace-write", "Go"],
  ],
  ["run that is told not to trust", ["run", "--trust", "untrusted", "Go"]],
  ["review", ["review"]],
])("a %s starts nothing of a hostile repository, and says what it left alone", async (_, args) => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const { ignored, ignoredByReview } = makeHostile(engine);
    const before = harm(engine);
    const [command = "", ...rest] = args;
    const { exit, stderr, left } = await runCli([command, "--json", ...rest], hostilePlace(engine));
    expect({ exit, stderr, left, ...harm(engine) }).toEqual({
      exit: 0,
      stderr: (command === "review" ? ignoredByReview : ignored) + PROJECT_CONFIG_IGNORED,
      left: [],
      ...before,
      owned: false,
    });
  });
});

test("a run in another directory starts nothing of it either, and says so", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const { ignored } = makeHostile(engine);
    const before = harm(engine);
    const args = ["run", "--json", "-C", engine.workdir, "-s", "workspace-write", "Go"];
    const place = { ...hostilePlace(engine), cwd: engine.codexHome };
    const { exit, stdout, stderr, left } = await runCli(args, place);
    const [started] = readLines<Event>(stdout);
    expect({ exit, stderr, left, cwd: started?.["cwd"], ...harm(engine) }).toEqual({
      exit: 0,
      stderr: ignored + PROJECT_CONFIG_IGNORED,
      left: [],
      cwd: engine.workdir,
      ...before,
    });
  });
});

test("what a repository tells the model is read all the same", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    makeHostile(engine);
    writeFileSync(join(engine.workdir, "AGENTS.md"), "Write short sentences.\n");
    const before = harm(engine);
    await runCli(["run", "--json", "-s", "workspace-write", "Go"], hostilePlace(engine));
    const asked = JSON.stringify(engine.model.requests.map(({ body }) => body));
    expect({ told: asked.includes("Write short sentences."), ...harm(engine) }).toEqual({
      told: true,
      ...before,
    });
  });
});

test("a directory that is trusted on the command line is trusted for this run alone", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const { ignored } = makeHostile(engine);
    const before = harm(engine);
    const args = ["run", "--json", "--trust", "trusted", "-s", "workspace-write", "Go"];
    const { exit, stderr, left } = await runCli(args, hostilePlace(engine));
    expect({ exit, stderr, left, ...harm(engine) }).toEqual({
      exit: 0,
      stderr: ignored,
      left: [],
      ...before,
      owned: true,
    });
  });
});

test.each([
  ["a symbolic link", linked, "it is a symbolic link"],
  ["huge", huge, "it is larger than the limit of 1024 KiB"],
])("a project file that is %s is left alone, and the run goes on", async (_, make, why) => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const path = join(engine.workdir, ".turnpiperc.json");
    make(engine, path);
    const { exit, stderr, left } = await runCli(["run", "--json", "Go"], placeOf(engine));
    expect({ exit, stderr, left }).toEqual({
      exit: 0,
      stderr: `warning: ${path}: not read: ${why}\n`,
      left: [],
    });
  });
});

function linked(engine: Engine, path: string): void {
  const elsewhere = join(engine.codexHome, "loose.json");
  writeFileSync(elsewhere, '{"approve":"always"}');
  symlinkSync(elsewhere, path);
}

function huge(_: Engine, path: string): void {
  writeFileSync(path, `{"model":"x"${" ".repeat(8 * 1024 * 1024)}}`);
}
