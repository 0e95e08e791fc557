import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { withEngine } from "../helpers/engine.js";
import { makePushRepository } from "../helpers/git-repository.js";
import type { Timed } from "./measure.js";
import { medians, ratioLine, row, say, timed } from "./measure.js";

const RUNS = Number(process.argv[2] ?? 21);
const TURNPIPE = fileURLToPath(new URL("../../bin/turnpipe.js", import.meta.url));
const NODE = process.execPath;

const verdict = { findings: [], overall_correctness: "patch is correct", overall_explanation: "" };
const scenario = {
  description: "A reviewer who finds nothing, once.",
  responses: [{ say: [{ text: JSON.stringify(verdict) }] }],
};

/** The second push of a diff: the hook answers from its cache. Against what it cannot do without. */
await withEngine({ scenario }, async (engine) => {
  const repository = makePushRepository();
  try {
    const { dir, git, commit, remote } = repository;
    commit("first");
    git("push", "--quiet", "origin", "main");
    const base = git("rev-parse", "HEAD");
    writeFileSync(join(dir, "a.txt"), "one\ntwo\nthree\n".repeat(100));
    git("add", ".");
    const tip = commit("second");
    const env = {
      ...engine.env,
      ...repository.env,
      CODEX_HOME: engine.codexHome,
      TURNPIPE_CODEX: engine.codexPath,
    };
    const place = { cwd: dir, env };
    await timed({ command: [NODE, TURNPIPE, "review", "hook", "install"], ...place });
    const hook = {
      command: [join(dir, ".git/hooks/pre-push"), "origin", remote] as const,
      stdin: `refs/heads/main ${tip} refs/heads/main ${base}\n`,
      ...place,
    };
    // The first time a reviewer is asked; from then on the answer is known.
    await timed(hook);
    const results = await medians(
      new Map<string, Timed>([
        ["hook, cached verdict", hook],
        ["node -e 0", { command: [NODE, "-e", "0"], ...place } as const],
        ["git diff", { command: ["git", "diff", base, tip] as const, ...place }],
      ]),
      RUNS,
    );
    const asked = engine.model.requests.filter(({ path }) => path.endsWith("/responses")).length;
    if (asked !== 1) throw new Error(`the reviewer was asked ${String(asked)} times`);
    say(`second push of the same diff, ${String(RUNS)} interleaved runs each, medians:`);
    for (const [name, result] of results) say(row(name, result));
    const of = (name: string): number => results.get(name)?.median ?? NaN;
    const least = of("node -e 0") + of("git diff");
    say(ratioLine("hook / (node -e 0 + git diff)", of("hook, cached verdict") / least, 1.5));
  } finally {
    repository.remove();
  }
});
