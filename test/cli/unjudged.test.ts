import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { withEngine, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import {
  harm,
  hostilePlace,
  PROJECT_CONFIG_IGNORED,
  makeHostile,
} from "../helpers/hostile-repository.js";
import { runCli } from "../helpers/run-in-process.js";
import { ANSWERS } from "../helpers/stored-threads.js";

const SANDBOXES = ["read-only", "workspace-write", "danger-full-access"];

test.each(SANDBOXES)(
  "a thread that ran in %s goes on in it, and trusts nobody",
  async (sandbox) => {
    await withEngine({ scenario: ANSWERS }, async (engine) => {
      const { ignored } = makeHostile(engine);
      const before = harm(engine);
      const runs = [
        await ran(engine, ["run", "-s", sandbox, "First"]),
        await ran(engine, ["resume", "--last", "Second"]),
        await ran(engine, ["resume", "--last", "--fork", "Third"]),
        await ran(engine, ["resume", "--last", "Fourth"]),
      ];
      const same = {
        exit: 0,
        stderr: ignored + PROJECT_CONFIG_IGNORED,
        left: [],
        sandbox,
        ran: sandbox,
      };
      expect({ runs, ...harm(engine) }).toEqual({ runs: [same, same, same, same], ...before });
    });
  },
);

test.each([
  ["that was compacted", "compact"],
  ["that is a copy", "fork"],
])("a thread %s keeps its sandbox as well", async (_, command) => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    makeHostile(engine);
    const before = harm(engine);
    await ran(engine, ["run", "-s", "workspace-write", "First"]);
    const { exit, stdout } = await runCli(["threads", command, "--last"], hostilePlace(engine));
    // The copy is not the last thread before it had a turn.
    const which = command === "fork" ? stdout.trim() : "--last";
    const { sandbox, ran: turn } = await ran(engine, ["resume", which, "Second"]);
    expect({ exit, sandbox, turn, ...harm(engine) }).toEqual({
      exit: 0,
      sandbox: "workspace-write",
      turn: "workspace-write",
      ...before,
    });
  });
});

test("settings of the sandbox in the user's config hold for a thread that goes on", async () => {
  const toml = "\n[sandbox_workspace_write]\nnetwork_access = true\n";
  await withEngine({ scenario: ANSWERS, toml }, async (engine) => {
    await ran(engine, ["run", "-s", "workspace-write", "First"]);
    await ran(engine, ["resume", "--last", "Second"]);
    expect(contexts(engine).map(({ sandbox_policy }) => sandbox_policy.network_access)).toEqual([
      true,
      true,
    ]);
  });
});

test.each([[[]], [["-s", "workspace-write"]], [["-s", "read-only"]]])(
  "a directory that the user's config trusts is trusted, with %j",
  async (flags) => {
    await withEngine({ scenario: ANSWERS }, async (engine) => {
      const { ignored } = makeHostile(engine);
      judge(engine, "trusted");
      const before = harm(engine);
      const { exit, stderr } = await ran(engine, ["run", ...flags, "Go"]);
      expect({ exit, stderr, ...harm(engine) }).toEqual({
        exit: 0,
        stderr: ignored,
        ...before,
        owned: true,
      });
    });
  },
);

test("a directory that the user's config distrusts is not", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    makeHostile(engine);
    judge(engine, "untrusted");
    const before = harm(engine);
    const { exit, sandbox } = await ran(engine, ["run", "-s", "workspace-write", "Go"]);
    expect({ exit, sandbox, ...harm(engine) }).toEqual({
      exit: 0,
      sandbox: "workspace-write",
      ...before,
    });
  });
});

test("a thread of codex exec goes on in its sandbox, without the trust that exec gave", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const { mark, ignored } = makeHostile(engine);
    const before = harm(engine);
    await engine.exec(["-s", "workspace-write", "First"]);
    const trusted = harm(engine);
    writeFileSync(join(engine.codexHome, "config.toml"), before.config);
    rmSync(mark);
    const run = await ran(engine, ["resume", "--last", "Second"]);
    expect({ trusted: trusted.config !== before.config, run, ...harm(engine) }).toEqual({
      trusted: true,
      run: {
        exit: 0,
        stderr: ignored + PROJECT_CONFIG_IGNORED,
        left: [],
        sandbox: "workspace-write",
        ran: "workspace-write",
      },
      ...before,
    });
  });
});

/** How a run went, the sandbox it told of, and the one its turn was stored with. */
async function ran(engine: Engine, [command = "", ...args]: readonly string[]) {
  const { stdout, ...rest } = await runCli([command, "--json", ...args], hostilePlace(engine));
  const [started] = readLines<Event>(stdout);
  const stored = contexts(engine, started?.["thread_id"] as string);
  return { ...rest, sandbox: started?.["sandbox"], ran: stored.at(-1)?.sandbox_policy.type };
}

interface Context {
  readonly sandbox_policy: { readonly type: string; readonly network_access?: boolean };
}

/** What is stored of the turns of a thread, or of all, in their order. */
function contexts({ codexHome }: Engine, id = ""): Context[] {
  const files = readdirSync(codexHome, { recursive: true, encoding: "utf8" });
  const stored = files.filter((file) => file.endsWith(`${id}.jsonl`) && file.includes("rollout-"));
  return stored
    .flatMap((file) => readLines<Event>(readFileSync(join(codexHome, file), "utf8")))
    .flatMap(({ type, payload }) => (type === "turn_context" ? [payload as Context] : []));
}

function judge({ codexHome, workdir }: Engine, level: string): void {
  const judgement = `\n[projects.${JSON.stringify(workdir)}]\ntrust_level = "${level}"\n`;
  appendFileSync(join(codexHome, "config.toml"), judgement);
}
