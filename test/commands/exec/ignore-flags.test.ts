import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { requireNothingToIgnore } from "../../../commands/exec/ignore-flags.js";
import { CliError } from "../../../src/outcome/errors.js";
import { ownFolder } from "../world.js";

const CONFIG = { ignoreUserConfig: true, ignoreRules: false };
const RULES = { ignoreUserConfig: false, ignoreRules: true };
const BOTH = { ignoreUserConfig: true, ignoreRules: true };
const USER_RULES = "home/rules/default.rules";
const NEITHER = { ignoreUserConfig: false, ignoreRules: false };

describe("files that do not exist need not be ignored", () => {
  test.each([
    ["no file at all", BOTH, []],
    ["a config and rules that nobody asked to ignore", NEITHER, ["home/config.toml", USER_RULES]],
    ["rules when the config is to be ignored", CONFIG, [USER_RULES, "repo/.codex/rules/a.rules"]],
    ["a config when rules are to be ignored", RULES, ["home/config.toml"]],
    ["other files beside the rules", RULES, ["home/rules/README", "repo/.codex/rules/a.txt"]],
    ["rules above the repository", RULES, [".codex/rules/a.rules"]],
    ["rules in another folder of the repository", RULES, ["repo/other/.codex/rules/a.rules"]],
  ])("%s", (_, options, files) => {
    const root = place(files);
    expect(() => requireNothingToIgnore(options, homeAndWorkdir(root))).not.toThrow();
  });
});

describe("existing files cannot be ignored", () => {
  test("the user's config", () => {
    const root = place(["home/config.toml"]);
    const message = `--ignore-user-config: the codex app-server always reads ${root}/home/config.toml`;
    expect(() => requireNothingToIgnore(BOTH, homeAndWorkdir(root))).toThrow(
      new CliError("usage", message, { hint: "set CODEX_HOME to a directory without one" }),
    );
  });

  test.each([
    ["the user's", USER_RULES],
    ["the working directory's", "repo/sub/.codex/rules/a.rules"],
    ["the repository's", "repo/.codex/rules/a.rules"],
  ])("%s rules", (_, file) => {
    const root = place([file]);
    const message = `--ignore-rules: the codex app-server always reads ${join(root, file)}`;
    expect(() => requireNothingToIgnore(RULES, homeAndWorkdir(root))).toThrow(
      new CliError("usage", message, {
        hint: "set CODEX_HOME to a directory without rules, and run where the project has none",
      }),
    );
  });

  test("rules here, where there is no repository", () => {
    const root = place(["plain/.codex/rules/a.rules"]);
    const workdir = join(root, "plain");
    expect(() => requireNothingToIgnore(RULES, { codexHome: join(root, "home"), workdir })).toThrow(
      /--ignore-rules: .*plain\/\.codex\/rules\/a\.rules/,
    );
  });
});

/** A home, and a repository with a folder in it; and these files. */
function place(files: readonly string[]): string {
  const root = ownFolder();
  for (const file of ["repo/.git/HEAD", "repo/sub/a.txt", "home/a.txt", ...files]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
  return root;
}

const homeAndWorkdir = (root: string) => ({
  codexHome: join(root, "home"),
  workdir: join(root, "repo/sub"),
});
