import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { PLAYED, readCase, readTurn, turnNames, TURNS, FIXTURES } from "../helpers/fixture.js";
import { readManifest } from "../helpers/recordings.js";
import { runCli } from "../helpers/run-in-process.js";

test.each(turnNames())(
  "%s: the program prints exactly its golden, and its status",
  async (name) => {
    const { args, exit, stdout, wirePath } = readTurn(name);
    const env = { FAKE_CODEX_SCRIPT: wirePath };
    expect(await runCli([...args, ...PLAYED], { env })).toEqual({
      exit,
      stdout,
      stderr: "",
      left: [],
    });
  },
);

test("every recorded turn is in the manifest, and nothing else is", async () => {
  expect(Object.keys(await readManifest())).toEqual(turnNames());
});

test("every recorded turn has its three files and a scenario that exists", async () => {
  const problems = await Promise.all(
    turnNames().map(async (name) => {
      const files = await readdir(join(TURNS, name));
      const missing = ["case.json", "stdout.jsonl", "wire.jsonl"].filter(
        (file) => !files.includes(file),
      );
      const { scenario, args } = readCase(name);
      const used = ["case.json", "stdout.jsonl", "wire.jsonl", ...args.map((arg) => lastName(arg))];
      return [
        ...missing.map((file) => `${name} has no ${file}`),
        ...files
          .filter((file) => !used.includes(file))
          .map((file) => `nobody uses ${name}/${file}`),
        ...(existsSync(join(FIXTURES, "scenarios", `${scenario}.json`))
          ? []
          : [`${name} names the scenario ${scenario}`]),
      ];
    }),
  );
  expect(problems.flat()).toEqual([]);
});

const lastName = (path: string): string => path.split("/").at(-1) ?? "";
