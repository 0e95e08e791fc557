import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { apiKeyIn, serverSpec } from "../../src/session/server-spec.js";
import { initializeLine } from "../../src/protocol/initialize.js";
import { ownFolder } from "./world.js";

const CHOICE = {
  codex: "./codex",
  config: ["a=1", 'cli_auth_credentials_store="file"'],
  enable: ["x"],
  disable: ["y"],
  include: [],
  diffFile: undefined,
  strictConfig: true,
};
const GIVEN = ["app-server", "-c", "a=1", "-c", 'cli_auth_credentials_store="file"'];
const FEATURES = ["--enable", "x", "--disable", "y", "--strict-config"];
const NOT_STORED = ["-c", 'cli_auth_credentials_store="ephemeral"'];

describe("a key in the environment", () => {
  test.each<[string, string | undefined, string | undefined]>([
    ["is taken", "sk-test", "sk-test"],
    ["is taken without the white space around it", " sk-test\n", "sk-test"],
    ["is none when it is not there", undefined, undefined],
    ["is none when it is empty", "", undefined],
    ["is none when it is blank", " \t\n", undefined],
  ])("%s", (_, CODEX_API_KEY, key) => {
    expect(apiKeyIn({ CODEX_API_KEY })).toBe(key);
  });

  test("of another name is none", () => {
    expect(apiKeyIn({ OPENAI_API_KEY: "sk-test" })).toBeUndefined();
  });
});

test.each<[string, Record<string, string>, readonly string[]]>([
  ["keeps a key out of every store", { CODEX_API_KEY: "sk-test" }, NOT_STORED],
  ["without a key keeps the user's store", {}, []],
  ["with a blank key keeps the user's store", { CODEX_API_KEY: "  " }, []],
])("a server %s", (_, env, added) => {
  const cwd = ownFolder();
  writeFileSync(join(cwd, "codex"), "", { mode: 0o755 });
  expect(serverSpec(CHOICE, { cwd, env })).toEqual({
    file: join(cwd, "codex"),
    // Behind the user's own settings: the last one counts.
    args: [...GIVEN, ...added, ...FEATURES],
    cwd,
    env,
    initialInput: initializeLine({ deltas: false, diff: false, mcp: false, raw: false }),
  });
});
