import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { oddity } from "../../config/bounds.js";
import { originsOf } from "../../config/origins.js";
import { resolveConfig } from "../../config/resolve.js";
import type { ConfigFile } from "../../config/schema.js";
import { ownFolder } from "../commands/world.js";

test("every setting in force is told with who said so", () => {
  const user: ConfigFile = {
    model: "mine",
    effort: "low",
    approvals: { allow: ["git status"], deny: ["rm"] },
    review: { fail_on: "P2" },
  };
  const project: ConfigFile = {
    effort: "high",
    approve: "always",
    approvals: { allow: ["*"], deny: ["git push"] },
    review: { timeout: "5m" },
  };
  const { settings, ignored } = resolveConfig(user, {
    path: "/p/.turnpiperc",
    says: project,
    trusted: false,
  });
  const told = originsOf(settings, user, project, ignored);
  expect([...told].sort((one, other) => one.key.localeCompare(other.key))).toEqual([
    { key: "approvals.allow", value: ["git status"], from: "user" },
    { key: "approvals.deny", value: ["rm", "git push"], from: "both" },
    { key: "effort", value: "high", from: "project" },
    { key: "model", value: "mine", from: "user" },
    { key: "review.fail_on", value: "P2", from: "user" },
    { key: "review.timeout", value: "5m", from: "project" },
  ]);
});

test("a file that leads elsewhere, or is too large, is odd before it is read", () => {
  const folder = ownFolder();
  const [small, large, link] = ["small", "large", "link"].map((name) => join(folder, name));
  writeFileSync(String(small), "{}");
  writeFileSync(String(large), " ".repeat(1024 * 1024 + 1));
  symlinkSync(String(small), String(link));
  expect(
    [small, large, link].flatMap((path) => [
      oddity(String(path), "project"),
      oddity(String(path), "user"),
    ]),
  ).toEqual([
    null,
    null,
    "it is larger than 1024 KiB",
    "it is larger than 1024 KiB",
    "it is a symbolic link",
    null,
  ]);
});
