import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { CodexSettings } from "../../src/protocol/results.js";
import type { Trust } from "../../src/session/trust.js";
import { withTrust } from "../../src/session/trust.js";
import { ownFolder } from "../commands/world.js";
import { threadParams } from "../helpers/requests.js";

const untrusted = (...places: string[]) => ({
  projects: Object.fromEntries(places.map((place) => [place, { trust_level: "untrusted" }])),
});

describe.each([null, "read-only", "workspace-write", "danger-full-access"] as const)(
  "a thread about which nothing is said, with the sandbox %j",
  (sandbox) => {
    const params = threadParams("/here", { sandbox });

    test("is begun where the server is: a directory that is named would be trusted", async () => {
      expect(await withTrust({ kind: "new", params }, notAsked)).toEqual({
        ...params,
        serverIsThere: true,
      });
    });

    test.each(["resume", "fork"] as const)("is left as it is by %s", async (kind) => {
      expect(await withTrust({ kind, params }, notAsked)).toEqual(params);
    });
  },
);

test("a thread that may write keeps its sandbox", async () => {
  const cwd = ownFolder();
  const params = threadParams(cwd, { sandbox: "workspace-write" });
  expect(await withTrust({ kind: "new", params, trust: "untrusted" }, says({}))).toEqual({
    ...params,
    config: untrusted(cwd),
  });
});

test("the root of the repository is judged with it", async () => {
  const root = ownFolder();
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  const cwd = join(root, "sub");
  mkdirSync(cwd);
  const params = threadParams(cwd, { sandbox: "workspace-write", config: { a: 1 } });
  const { config } = await withTrust({ kind: "resume", params, trust: "untrusted" }, says({}));
  expect(config).toEqual({ a: 1, ...untrusted(cwd, root) });
});

test("a directory that the user has judged keeps the sandbox that this gives it", async () => {
  const cwd = ownFolder();
  const params = threadParams(cwd, { sandbox: null });
  const settings = { projects: { [cwd]: { trust_level: "trusted" } } };
  expect(await withTrust({ kind: "new", params, trust: "untrusted" }, says(settings))).toEqual({
    ...params,
    config: untrusted(cwd),
  });
});

test.each<[Trust, "new" | "resume", CodexSettings, string | null]>([
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

const says = (settings: CodexSettings) => () => Promise.resolve(settings);
const notAsked = () => Promise.reject(new Error("nobody needs to know"));
