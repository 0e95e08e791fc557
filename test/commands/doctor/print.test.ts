import { expect, test } from "vitest";

import { createRunContext } from "../../../commands/cli/run-context.js";
import { printRow } from "../../../commands/doctor/print.js";
import { createPaint } from "../../../src/output/colour.js";
import { ownStdout } from "../../../src/output/stdout.js";
import { emptyWorld } from "../world.js";

test("on a terminal no word of a row is broken, nor a path that is wider than it", async () => {
  const { world, stdout } = emptyWorld([]);
  const record = {
    check: "codex",
    status: "warn",
    summary: "it was found at /opt/a-folder-with-a-long-name/bin/codex and reports no version",
    hint: "is this codex? point --codex or TURNPIPE_CODEX at it",
    ...{ cause: null, details: {} },
  } as const;
  const output = { stdout: ownStdout(createRunContext(world)), paint: createPaint(false) };
  await printRow(record, { ...output, columns: 60 }, false);
  expect(stdout.text).toBe(`\
warn     codex         it was found at
                       /opt/a-folder-with-a-long-name/bin/codex
                       and reports no version
                       hint: is this codex? point --codex or
                       TURNPIPE_CODEX at it
`);
});
