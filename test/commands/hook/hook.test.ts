import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { HOOK } from "../../../commands/hook/hook.js";
import { stopOn } from "../../../commands/cli/stop.js";
import { CliError } from "../../../src/outcome/errors.js";
import { hookStatus } from "../../../src/review/hook-install.js";
import { emptyWorld } from "../world.js";
import { Redactor } from "../../../src/redact/redactor.js";

test.each([
  [{}, "block", "open"],
  [{ mode: "warn" }, "warn", "open"],
  [{ mode: "block" }, "block", "open"],
  [{ "on-error": "closed" }, "block", "closed"],
  [{ mode: "warn", "on-error": "warn" }, "warn", "warn"],
] as const)("install with %j writes mode %s and on_error %s", async (flags, mode, onError) => {
  const { hook, path, hooksDir } = setUp();
  expect(await hook("install", flags)).toEqual({ code: 0, out: `installed: ${path}\n` });
  expect(hookStatus({ hooksDir })).toEqual({
    ...{ installed: true, mode, onError, path, chained: "none" },
  });
});

test("install takes the policy from the user's file unless the command line has one", async () => {
  const { hook, hooksDir, configure } = setUp();
  configure({ review: { on_error: "closed" } });
  await hook("install");
  const configured = hookStatus({ hooksDir }).onError;
  await hook("install", { "on-error": "warn" });
  expect([configured, hookStatus({ hooksDir }).onError]).toEqual(["closed", "warn"]);
});

test("the hook remembers the program that installed it", async () => {
  const { hook, path } = setUp();
  await hook("install", {}, { program: "/opt/it's here/turnpipe" });
  expect(readFileSync(path, "utf8")).toContain(String.raw`'/opt/it'\''s here/turnpipe'`);
});

test("each change has its own message", async () => {
  const { hook, path, hooksDir } = setUp();
  mkdirSync(hooksDir, { recursive: true });
  const earlier = "#!/bin/sh\necho earlier\n";
  writeFileSync(path, earlier);
  chmodSync(path, 0o755);
  const beside = `, together with the hook that was there: ${path}\n`;
  const status = { installed: true, mode: "warn", on_error: "open", path, chained: "inside" };
  const more = { manager: null, gone: false };
  const said = [
    await hook("install"),
    await hook("install"),
    await hook("install", { mode: "warn" }),
    await hook("status"),
    await hook("status", { json: true }),
    await hook("uninstall"),
    await hook("uninstall"),
    await hook("status"),
  ];
  expect(said).toEqual(
    [
      `installed${beside}`,
      `installed already${beside}`,
      `updated${beside}`,
      `installed (warn, on_error open) in ${path}\n`,
      `${JSON.stringify({ ...status, ...more })}\n`,
      `removed; the hook that was there before is back: ${path}\n`,
      `not installed, nothing to remove: ${path}\n`,
      `not installed (git looks for it at ${path})\n`,
    ].map((out) => ({ code: 0, out })),
  );
  expect(readFileSync(path, "utf8")).toBe(earlier);
});

test("the status of an edited hook has the values that can still be read", async () => {
  const { hook, path } = setUp();
  await hook("install");
  const text = readFileSync(path, "utf8").replace("--mode block --on-error open ", "");
  writeFileSync(path, text);
  expect(await hook("status")).toEqual({ code: 0, out: `installed (?, on_error ?) in ${path}\n` });
});

const HELP = "see: turnpipe review hook --help";
const CALL = "review hook run [--mode M] [--on-error P] [--timeout T] -- REMOTE URL < lines of git";

test.each([
  [
    ["frob"],
    'review hook: unexpected argument "frob": expected install, uninstall, status, run',
    HELP,
  ],
  [[], "review hook: no action given: expected install, uninstall, status, run", HELP],
  [
    ["toString"],
    'review hook: unexpected argument "toString": expected install, uninstall, status, run',
    HELP,
  ],
  [["install", "now"], 'review hook: unexpected argument "now"', HELP],
  [["run"], "review hook run: git calls this, with its own arguments", CALL],
  [["run", "x"], "review hook run: git calls this, with its own arguments", CALL],
])("the words %j are bad usage", async (words, message, hint) => {
  const { call, path } = setUp();
  await expect(call(words)).rejects.toEqual(new CliError("usage", message, { hint }));
  expect(existsSync(path)).toBe(false);
});

test("a folder without a repository is bad usage", async () => {
  const { world } = emptyWorld([]);
  const { cwd } = world;
  const runContext = { ...world, stop: stopOn(world.stopRequested), secrets: new Redactor() };
  const going = HOOK.execute({ _: ["review", "hook", "status"] }, runContext);
  await expect(going).rejects.toEqual(
    new CliError("usage", `${cwd} is not inside a git repository`),
  );
});

/** A repository, and the command in it. */
function setUp() {
  const { world, stdout } = emptyWorld([]);
  const { cwd } = world;
  const env = { ...world.env, PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null" };
  spawnSync("git", ["init", "--quiet", "--template="], { cwd, env });
  const hooksDir = join(cwd, ".git", "hooks");
  const call = (words: readonly string[], flags: object = {}, more: object = {}) =>
    HOOK.execute(
      { _: ["review", "hook", ...words], ...flags },
      { ...world, ...more, env, stop: stopOn(world.stopRequested), secrets: new Redactor() },
    );
  const hook = async (action: string, flags: object = {}, more: object = {}) => {
    stdout.clear();
    const code = await call([action], flags, more);
    return { code, out: stdout.text };
  };
  const configure = (settings: object): void => {
    const folder = join(cwd, "config", "turnpipe");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "config.json"), JSON.stringify(settings));
  };
  return { call, hook, configure, hooksDir, path: join(hooksDir, "pre-push") };
}
