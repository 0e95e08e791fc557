import { expect, test } from "vitest";

import { originsOf } from "../../config/origins.js";
import { resolveConfig } from "../../config/resolve.js";
import type { ConfigFile } from "../../config/schema.js";

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

test("a project's word on the sandbox is shown as the limit it is, where its user names none", () => {
  const project: ConfigFile = { sandbox: "read-only", redact_env: ["THEIRS"] };
  const user: ConfigFile = { redact_env: ["MINE"] };
  const { settings, ignored } = resolveConfig(user, {
    path: "/p/x",
    says: project,
    trusted: false,
  });
  expect(originsOf(settings, user, project, ignored)).toEqual([
    { key: "redact_env", value: ["MINE", "THEIRS"], from: "both" },
    { key: "sandbox_at_most", value: "read-only", from: "project" },
  ]);
});
