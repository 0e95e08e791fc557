import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { placeOf, withEngine } from "../helpers/engine.js";
import { runCli } from "../helpers/run-cli.js";
import { reviewer } from "./reviewer.js";

test("a codex that hangs when it is started is started again, and the turn takes place", async () => {
  await withEngine({ scenario: reviewer("Here I am.") }, async (engine) => {
    const { cwd, env } = placeOf(engine);
    const codex = join(engine.codexHome, "hangs-once");
    await writeFile(
      codex,
      `#!/bin/sh\nif mkdir "$CODEX_HOME/hung"; then exec sleep 300; fi\nexec "$REAL_CODEX" "$@"\n`,
    );
    await chmod(codex, 0o755);
    const hanging = { ...env, TURNPIPE_CODEX: codex, REAL_CODEX: engine.codexPath };
    const { exit, stdout, stderr, left } = await runCli(["run", "--startup-timeout", "9s", "Go."], {
      cwd,
      env: hanging,
    });
    expect({ exit, stdout, said: stderr.split("\n")[0], left }).toEqual({
      exit: 0,
      stdout: "Here I am.\n",
      said: "warning: codex sent nothing within 3 s and was started again",
      left: [],
    });
  });
});
