import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { parsePlain } from "../../../commands/cli/parse.js";
import { QUERY_FLAGS, queryOptions } from "../../../commands/cli/server-options.js";
import { stopOn } from "../../../commands/cli/stop.js";
import { emptyWorld } from "../world.js";
import { Redactor } from "../../../src/redact/redactor.js";

const NOTHING_SAID = {
  codex: undefined,
  config: [],
  enable: [],
  disable: [],
  include: [],
  diffFile: undefined,
  json: false,
  level: "normal",
  rawOutput: false,
  color: "auto",
};

test.each([
  [[], {}],
  [["--json"], { json: true }],
  [["-q"], { level: "quiet" }],
  [["-v"], { level: "verbose" }],
  [["--color", "never"], { color: "never" }],
  [["--codex", "./codex"], { codex: "./codex" }],
  [["-c", "a=1", "--config", "b=2"], { config: ["a=1", "b=2"] }],
  [["--enable", "x", "--disable", "y", "--enable=z"], { enable: ["x", "z"], disable: ["y"] }],
  [["--json=false", "--quiet=true"], { level: "quiet" }],
])("%j", async (flags, options) => {
  expect(await optionsOf(flags)).toEqual({ ...NOTHING_SAID, ...options });
});

const OWN = {
  codex: "/usr/bin/codex",
  config: ["a=1"],
  enable: ["x"],
  disable: ["y"],
  color: "always",
  model: "gpt-6-sol",
  include: ["raw"],
};

test("what the user's own file says counts, but for what a turn needs", async () => {
  expect(await optionsOf([], { user: OWN })).toEqual({
    ...NOTHING_SAID,
    codex: "/usr/bin/codex",
    config: ["a=1"],
    enable: ["x"],
    disable: ["y"],
    color: "always",
  });
});

test("flags win over the file; settings of codex are added to it", async () => {
  const flags = ["--codex", "./codex", "-c", "b=2", "--enable", "z", "--color", "never"];
  expect(await optionsOf(flags, { user: OWN })).toEqual({
    ...NOTHING_SAID,
    codex: "./codex",
    config: ["a=1", "b=2"],
    enable: ["z"],
    disable: ["y"],
    color: "never",
  });
});

test("a project does not say which program is started, unless it is trusted", async () => {
  const project = { codex: "./evil", color: "never" };
  const stderr: string[] = [];
  const untrusted = await optionsOf([], { project }, stderr);
  const trusted = await optionsOf(["--trust-project-config"], { project }, stderr);
  expect({
    untrusted,
    trusted: trusted.codex?.replace(/.*\//, ""),
    warned: stderr.map((text) => text.includes("ignored codex")),
  }).toEqual({
    untrusted: { ...NOTHING_SAID, color: "never" },
    trusted: "evil",
    warned: [true, false],
  });
});

test.each([[["-q", "-v"], "--quiet and --verbose exclude each other"]])(
  "%j is a mistake",
  async (flags, message) => {
    await expect(optionsOf(flags)).rejects.toMatchObject({ kind: "usage", message });
  },
);

interface Files {
  user?: object;
  project?: object;
}

/** What a command line comes to in a folder with these config files. */
async function optionsOf(
  flags: readonly string[],
  { user, project }: Files = {},
  heard: string[] = [],
) {
  const argv = ["models", ...flags];
  const { world, stderr } = emptyWorld(argv);
  if (user !== undefined) {
    mkdirSync(join(world.cwd, "config", "turnpipe"), { recursive: true });
    writeFileSync(join(world.cwd, "config", "turnpipe", "config.json"), JSON.stringify(user));
  }
  if (project !== undefined) {
    mkdirSync(join(world.cwd, ".git"));
    writeFileSync(join(world.cwd, ".turnpiperc.json"), JSON.stringify(project));
  }
  const runContext = { ...world, stop: stopOn(world.stopRequested), secrets: new Redactor() };
  const options = await queryOptions(parsePlain(argv, QUERY_FLAGS)!, runContext);
  heard.push(stderr.text);
  return options;
}
