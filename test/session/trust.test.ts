import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Settings } from "../../src/protocol/results.js";
import type { Trust } from "../../src/session/trust.js";
import { withTrust } from "../../src/session/trust.js";
import { ownFolder } from "../commands/world.js";
import { threadParams } from "../helpers/requests.js";

const untrusted = (...places: string[]) => ({
  projects: Object.fromEntries(places.map((place) => [place, { trust_level: "untrusted" }])),
});

test("a thread that only reads, and about which nothing is said, is left as it is", async () => {
  const cwd = ownFolder();
  for (const sandbox of [null, "read-only"] as const) {
    const params = threadParams(cwd, { sandbox });
    expect(await withTrust({ kind: "new", params }, notAsked)).toEqual(params);
  }
});

test.each(["workspace-write", "danger-full-access"] as const)(
  "a thread that may write does not make codex trust the directory: %s",
  async (sandbox) => {
    const cwd = ownFolder();
    const params = threadParams(cwd, { sandbox });
    expect(await withTrust({ kind: "new", params }, says({}))).toEqual({
      ...params,
      config: untrusted(cwd),
    });
  },
);

test("the root of the repository is judged with it", async () => {
  const root = ownFolder();
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  const cwd = join(root, "sub");
  mkdirSync(cwd);
  const params = threadParams(cwd, { sandbox: "workspace-write", config: { a: 1 } });
  const { config } = await withTrust({ kind: "resume", params }, says({}));
  expect(config).toEqual({ a: 1, ...untrusted(cwd, root) });
});

test.each(["trusted", "untrusted"])("what the user says of it stays: %s", async (trust_level) => {
  const cwd = ownFolder();
  const params = threadParams(cwd, { sandbox: "workspace-write" });
  const settings = { projects: { [cwd]: { trust_level } } };
  expect(await withTrust({ kind: "new", params }, says(settings))).toEqual(params);
});

test.each<[Trust, "new" | "resume", Settings, string | null]>([
  ["untrusted", "new", {}, "read-only"],
  ["trusted", "new", {}, "read-only"],
  ["untrusted", "resume", {}, null],
  ["untrusted", "new", { sandbox_mode: "workspace-write" }, null],
  ["untrusted", "new", { default_permissions: ":workspace" }, null],
])(
  "a word about trust is no word about the sandbox: %s, %s, %j",
  async (trust, kind, settings, sandbox) => {
    const cwd = ownFolder();
    const params = threadParams(cwd, { sandbox: null });
    expect(await withTrust({ kind, params, trust }, says(settings))).toEqual({
      ...params,
      sandbox,
      config: { projects: { [cwd]: { trust_level: trust } } },
    });
  },
);

const says = (settings: Settings) => () => Promise.resolve(settings);
const notAsked = () => Promise.reject(new Error("nobody needs to know"));
