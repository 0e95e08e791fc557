import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { answer as answerOf, CHANGED, raw, reportIn, reviewer } from "../cli/reviewer.js";
import { answer, EMPTY_TREE, pushed, withPush } from "../helpers/push.js";
import { runCli } from "../helpers/run-in-process.js";
import { withRunningServer } from "../helpers/app-server.js";
import { sharedEngines } from "../helpers/shared-engine.js";

const withEngine = sharedEngines();

/** With this, no server can be started. */
const NO_CODEX = { TURNPIPE_CODEX: "/nowhere/codex" };

test("a review runs on a running server", async () => {
  await withEngine({ scenario: reviewer(answerOf(raw(1))) }, async (engine) => {
    const { workdir: cwd, address = "" } = engine;
    await writeFile(join(cwd, "hello.txt"), CHANGED);
    const env = { ...engine.env, ...NO_CODEX };
    const args = ["review", "--json", "--connect", address];
    const { stdout, ...rest } = await runCli(args, { cwd, env });
    const { outcome, findings } = reportIn(stdout, engine);
    expect({ ...rest, outcome, findings: findings.map(({ title }) => title) }).toEqual({
      ...{ exit: 3, stderr: "", left: [] },
      ...{ outcome: "fail", findings: ["Title 1"] },
    });
  });
});

test("the hook reviews a push on a running server", async () => {
  await withPush([answer()], async ({ engine, install, write, push }) => {
    install({ onError: "closed" });
    const range = { from: EMPTY_TREE, to: write("code.txt", "one\n") };
    const listen = `unix://${join(engine.dir, "s.sock")}`;
    await withRunningServer(engine, { listen }, async () => {
      const env = { ...NO_CODEX, TURNPIPE_CONNECT: listen };
      expect(await push(undefined, { env })).toEqual(pushed(range));
    });
  });
});
