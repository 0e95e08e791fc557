import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readLines } from "../helpers/fixture.js";
import { withFolder } from "../helpers/play.js";
import { printedSchema } from "../helpers/printed-schema.js";
import type { CliOptions } from "../helpers/run-cli.js";
import { runCli } from "../helpers/run-in-process.js";
import { withLoginPlace } from "./login-place.js";

// As in schema-lines.test.ts: what a command prints is checked by the schema that it prints.

test("lines of login are a login's, an account's or limits", async () => {
  const limits = { primary: 42, secondary: 5, resetsAt: 2_000_000_000 };
  await withLoginPlace({ usage: limits, pendingPolls: 0 }, async ({ login }) => {
    const openai = ["-c", 'model_provider="openai"', "--json"];
    const key: CliOptions = { stdin: { bytes: "sk-made-up-key-1234567890\n" } };
    const runs = [
      await login(["status", ...openai]),
      await login(["--device-auth", ...openai]),
      await login(["status", ...openai]),
      await login(["limits", ...openai]),
      await login(["--with-api-key", ...openai], key),
      await login(["logout", ...openai]),
    ];
    const check = await printedSchema("login");
    const lines = runs.map(({ stdout }) => readLines<unknown>(stdout));
    expect({
      exits: runs.map(({ exit }) => exit),
      lines: lines.map(({ length }) => length),
      wrong: lines.flat().flatMap(check),
    }).toEqual({ exits: [4, 0, 0, 0, 0, 0], lines: [1, 2, 1, 1, 1, 1], wrong: [] });
  });
});

test("lines of config show are settings, and what is explained is a judgement", async () => {
  await withFolder(async (dir) => {
    await mkdir(join(dir, "turnpipe"));
    const approvals = { allow: ["git status"], deny: ["rm"] };
    const config = { model: "gpt-6-sol", approve: "rules", approvals, review: { fail_on: "P2" } };
    await writeFile(join(dir, "turnpipe", "config.json"), JSON.stringify(config));
    const place = { cwd: dir, env: { XDG_CONFIG_HOME: dir, TURNPIPE_CODEX: "/nowhere/codex" } };
    const shown = await runCli(["config", "show", "--json"], place);
    const explain = ["approvals", "explain", "--json"];
    const judged = [
      await runCli([...explain, "git status && rm -rf /"], place),
      await runCli([...explain, "--", "git", "status", "-s"], place),
      await runCli([...explain, "--path", "a.txt"], place),
      await runCli([...explain, "echo $HOME"], place),
    ];
    const settings = readLines<unknown>(shown.stdout);
    const judgements = judged.flatMap(({ stdout }) => readLines<unknown>(stdout));
    expect({
      exits: [shown, ...judged].map(({ exit }) => exit),
      lines: [settings.length, judgements.length],
      wrong: [
        ...settings.flatMap(await printedSchema("config")),
        ...judgements.flatMap(await printedSchema("approval")),
      ],
    }).toEqual({ exits: [0, 3, 0, 3, 3], lines: [6, 4], wrong: [] });
  });
});
