import { expect, test } from "vitest";

import { cellOf } from "./expectation.js";
import { groups } from "./checks.js";
import { installCodex } from "./install.js";
import { withRelease } from "./release.js";

/** One release for each adapter: the conversation API, and the beginnings of today's protocol. */
const RELEASES = ["0.60.1", "0.72.0"];

/** What differs most from today's codex; the rest is in `npm run test:versions`. */
const CHECKS = [
  ...["run", "resume by id", "commands", "add-dir", "-c", "effort", "429 usage limit"],
  ...["interrupt", "approve", "decline a patch", "review"],
];

test.concurrent.each(RELEASES)("codex %s does what today's does", async (version) => {
  const codexPath = await installCodex(version);
  const cells: Record<string, unknown> = {};
  for (const { scenario, checks } of groups()) {
    const wanted = Object.entries(checks).filter(([name]) => CHECKS.includes(name));
    if (wanted.length === 0) continue;
    await withRelease(codexPath, scenario, async (release) => {
      for (const [name, check] of wanted)
        cells[name] = await check(release).then(() => "works", cellOf);
    });
  }
  expect(cells).toEqual(Object.fromEntries(CHECKS.map((name) => [name, "works"])));
});
