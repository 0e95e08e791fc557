import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { ignoringServer } from "../../../commands/exec/ignore-flags.js";
import { CliError } from "../../../src/outcome/errors.js";
import { ownFolder } from "../world.js";

const NEITHER = { ignoreUserConfig: false, ignoreRules: false, config: [] };
const CONFIG = { ...NEITHER, ignoreUserConfig: true };
const RULES = { ...NEITHER, ignoreRules: true };
const BOTH = { ...CONFIG, ignoreRules: true };
const WRITES = { ...RULES, sandbox: "workspace-write" as const };
const USER_RULES = "home/rules/default.rules";

describe("files that do not exist need no other home", () => {
  test.each([
    ["no file at all", BOTH, []],
    ["rules when the config is to be ignored", CONFIG, [USER_RULES, "repo/.codex/rules/a.rules"]],
    ["a config when rules are to be ignored", RULES, ["home/config.toml"]],
    ["other files beside the rules", RULES, ["home/rules/README", "repo/.codex/rules/a.txt"]],
    ["rules above the repository", RULES, [".codex/rules/a.rules"]],
    ["rules in another folder of the repository", RULES, ["repo/other/.codex/rules/a.rules"]],
    [
      "rules of a project that may not write, and nothing trusts",
      RULES,
      ["repo/.codex/rules/a.rules"],
    ],
    ["rules of a project that nothing trusts", BOTH, ["repo/sub/.codex/rules/a.rules"]],
  ])("%s", (_, options, files) => {
    const root = placeWith(files);
    const cd = options.ignoreUserConfig ? join(root, "repo/sub") : undefined;
    expect(ignoringServer(options, placeOf(root))).toEqual({ cd, config: [] });
    expect(existsSync(join(root, "home/.turnpipe"))).toBe(false);
  });
});

describe("files to ignore are left out of a home", () => {
  test.each([
    ["the config", CONFIG, ["home/config.toml"], "without-config.toml"],
    ["the rules", RULES, [USER_RULES, "home/config.toml"], "without-rules"],
    ["both", BOTH, [USER_RULES, "home/config.toml"], "without-config.toml-and-rules"],
    ["what there is of both", BOTH, [USER_RULES], "without-rules"],
  ])("%s", (_, options, files, name) => {
    const root = placeWith(files);
    const { publish, ...server } = ignoringServer(options, placeOf(root));
    expect(typeof publish).toBe("function");
    expect(server).toEqual({
      codexHome: join(root, "home/.turnpipe", name),
      cd: options.ignoreUserConfig ? join(root, "repo/sub") : undefined,
      config: [
        `sqlite_home="${root}/home"`,
        `shell_environment_policy.set.CODEX_HOME="${root}/home"`,
      ],
    });
  });

  test.each([
    ["the environment", RULES, "", { CODEX_SQLITE_HOME: "/db" }, false],
    ["a config that is read", RULES, 'sqlite_home = "/db"', {}, false],
    ["a config that is ignored", BOTH, 'sqlite_home = "/db"', {}, true],
  ])("with the databases where %s puts them", (_, options, toml, env, stay) => {
    const root = placeWith([USER_RULES]);
    writeFileSync(join(root, "home/config.toml"), toml);
    const { config } = ignoringServer(options, { ...placeOf(root), env });
    expect(config.includes(`sqlite_home="${root}/home"`)).toBe(stay);
  });
});

describe("what cannot be done is refused", () => {
  test.each([
    ["the working directory's", "repo/sub/.codex/rules/a.rules", WRITES],
    ["the repository's", "repo/.codex/rules/a.rules", WRITES],
    ["a writing config's", "repo/.codex/rules/a.rules", { ...RULES, config: ["sandbox_mode=x"] }],
    ["a profile's", "repo/.codex/rules/a.rules", { ...RULES, profile: "work" }],
    ["an approving run's", "repo/.codex/rules/a.rules", { ...RULES, approveForMe: true }],
    [
      "a project's that is trusted on the command line",
      "repo/.codex/rules/a.rules",
      { ...BOTH, config: ['projects={"/repo"={trust_level="trusted"}}'] },
    ],
  ])("%s rules", (_, file, options) => {
    const root = placeWith([file]);
    const message = `--ignore-rules: the codex app-server always reads ${join(root, file)}`;
    expect(() => ignoringServer(options, placeOf(root))).toThrow(
      new CliError("usage", message, {
        hint: "add --ignore-user-config, without which the project may be a trusted one",
      }),
    );
  });

  test.each([
    ["read the rules of a trusted project", "trusted", /always reads .*a\.rules/],
    ["not those of an untrusted one", "untrusted", undefined],
  ])("%s", (_, level, problem) => {
    const root = placeWith(["repo/.codex/rules/a.rules"]);
    const toml = `projects.${JSON.stringify(join(root, "repo"))}.trust_level = "${level}"`;
    writeFileSync(join(root, "home/config.toml"), toml);
    const options = level === "trusted" ? RULES : WRITES;
    const call = expect(() => ignoringServer(options, placeOf(root)));
    if (problem === undefined) call.not.toThrow();
    else call.toThrow(problem);
  });

  test("rules here, where there is no repository", () => {
    const root = placeWith(["plain/.codex/rules/a.rules"]);
    const workdir = join(root, "plain");
    expect(() => ignoringServer(WRITES, { ...placeOf(root), workdir })).toThrow(
      /--ignore-rules: .*plain\/\.codex\/rules\/a\.rules/,
    );
  });

  test.each([
    ["--ignore-rules", RULES, 'cli_auth_credentials_store = "keyring"'],
    ["--ignore-rules", RULES, 'cli_auth_credentials_store = "auto"'],
    ["--ignore-user-config", { ...BOTH, config: ['cli_auth_credentials_store="keyring"'] }, ""],
  ])("a login in the keyring: %s", (flag, options, toml) => {
    const root = placeWith([USER_RULES]);
    writeFileSync(join(root, "home/config.toml"), toml);
    expect(() => ignoringServer(options, placeOf(root))).toThrow(
      new CliError("usage", `${flag}: a login stored in the keyring cannot be used with it`, {
        hint:
          'store it in a file: cli_auth_credentials_store="file", then `codex login`; ' +
          "or set CODEX_API_KEY",
      }),
    );
  });

  test("but not where an API key or a file is used instead", () => {
    const root = placeWith([USER_RULES]);
    const own = [
      `sqlite_home="${root}/home"`,
      `shell_environment_policy.set.CODEX_HOME="${root}/home"`,
    ];
    const keyring = { ...RULES, config: ["cli_auth_credentials_store=keyring"] };
    const env = { CODEX_API_KEY: "sk-1" };
    expect(ignoringServer(keyring, { ...placeOf(root), env }).config).toEqual(own);
    writeFileSync(join(root, "home/config.toml"), 'cli_auth_credentials_store = "auto"');
    writeFileSync(join(root, "home/auth.json"), "{}");
    expect(ignoringServer(RULES, placeOf(root)).config).toEqual([
      ...own,
      'cli_auth_credentials_store="file"',
    ]);
  });

  test("but not a keyring in a config that is ignored", () => {
    const root = placeWith([]);
    writeFileSync(join(root, "home/config.toml"), 'cli_auth_credentials_store = "keyring"');
    expect(() => ignoringServer(CONFIG, placeOf(root))).not.toThrow();
  });
});

/** A home, and a repository with a folder in it; and these files. */
function placeWith(files: readonly string[]): string {
  const root = ownFolder();
  for (const file of ["repo/.git/HEAD", "repo/sub/a.txt", "home/a.txt", ...files]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
  return root;
}

const placeOf = (root: string) => ({
  codexHome: join(root, "home"),
  workdir: join(root, "repo/sub"),
  env: {},
});
