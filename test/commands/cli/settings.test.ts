import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { readSettings } from "../../../commands/cli/settings.js";
import { emptyWorld } from "../world.js";
import { Redactor } from "../../../src/redact/redactor.js";

/** What the files below a folder come to for a run in its `repo`, and what is said about them. */
async function settled(files: Record<string, object>, env: Record<string, string> = {}) {
  const { world, stderr } = emptyWorld([]);
  for (const [name, text] of Object.entries({ "repo/.git/HEAD": {}, ...files })) {
    mkdirSync(dirname(join(world.cwd, name)), { recursive: true });
    writeFileSync(join(world.cwd, name), JSON.stringify(text));
  }
  const runContext = {
    ...world,
    env: { ...world.env, ...env },
    stop: new AbortController(),
    secrets: new Redactor(),
  };
  const workdir = join(world.cwd, "repo");
  const settings = await readSettings(
    { workdir, trustProject: false, purpose: "turn" },
    runContext,
  );
  return { settings, said: stderr.text.replaceAll(world.cwd, "") };
}

const USER = "config/turnpipe/config.json";

test("without files nothing is settled, and nothing is said", async () => {
  expect(await settled({})).toEqual({ settings: {}, said: "" });
});

test("the project's file overrides the user's, and keys it may not set are reported once", async () => {
  const files = { [USER]: { model: "mine", effort: "low" } };
  const theirs = { model: "theirs", codex: "./evil", enable: ["x"] };
  expect(await settled({ ...files, "repo/.turnpiperc.json": theirs })).toEqual({
    settings: { model: "theirs", effort: "low" },
    said:
      "warning: /repo/.turnpiperc.json: ignored codex, enable " +
      "(a project file may not loosen this; --trust-project-config allows it)\n",
  });
});

test("which codex: the environment wins over a file, but an empty word is none", async () => {
  const files = { [USER]: { codex: "/opt/codex" } };
  const [plain, named, empty] = await Promise.all([
    settled(files),
    settled(files, { TURNPIPE_CODEX: "/usr/bin/codex" }),
    settled(files, { TURNPIPE_CODEX: "" }),
  ]);
  expect([plain, named, empty].map(({ settings }) => settings)).toEqual([
    { codex: "/opt/codex" },
    {},
    { codex: "/opt/codex" },
  ]);
});
