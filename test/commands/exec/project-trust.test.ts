import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { projectTrust } from "../../../commands/exec/project-trust.js";
import { ownFolder } from "../world.js";

describe("the trust level", () => {
  test.each([
    ["of the directory counts first", { deep: "trusted", ".": "untrusted" }, "trusted"],
    ["of the repository counts where the directory has none", { ".": "untrusted" }, "untrusted"],
    ["of another directory does not count", { other: "untrusted" }, undefined],
  ])("%s", (_, levels: Readonly<Record<string, string>>, level) => {
    const root = ownFolder();
    mkdirSync(join(root, ".git"));
    writeFileSync(join(root, ".git", "HEAD"), "ref: refs/heads/main");
    mkdirSync(join(root, "deep"));
    const projects = Object.entries(levels).map(([path, trust_level]) => [
      join(root, path),
      { trust_level },
    ]);
    const settings = { projects: Object.fromEntries(projects) as unknown };
    expect(projectTrust(settings, join(root, "deep"))).toBe(level);
  });
});
