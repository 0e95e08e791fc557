import { existsSync } from "node:fs";
import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { initializeParams } from "../../src/protocol/initialize.js";
import { asked, expectAlike, onBothSides, type Where } from "../helpers/asked.js";
import { inTurn, masked } from "../helpers/differential.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { readLines, writeLines, type WireMessage, FIXTURES } from "../helpers/fixture.js";
import { runCli } from "../helpers/run-in-process.js";

const TALK: Scenario = {
  description: "The same answer for ever.",
  responses: [{ say: [{ text: "Yes." }] }],
  then: "repeat-last",
};
const WRITE = ["-s", "workspace-write"];
const ADDED = ["--add-dir", "sub", "--add-dir", "/usr/lib"];

type Case = readonly [args: readonly string[], where?: Where];

/** Cases of one group share a store, so those that make the directory a trusted one come last. */
const GROUPS: Readonly<Record<string, readonly Case[]>> = {
  "nothing, a model, an effort and a thread's source": [
    [[]],
    [["-m", "gpt-5.5"]],
    [["-c", 'model_reasoning_effort="high"']],
    [["-c", 'model="gpt-5.5"', "-m", "gpt-6-sol", "-c", 'model_reasoning_effort="low"']],
    [["--ephemeral"]],
    [["--thread-source", "bot"]],
    [["--cyber-access-program", "standard"]],
    [["--output-schema", "shape.json"]],
    [["--dangerously-bypass-hook-trust"]],
    [[], { env: { CODEX_INTERNAL_ORIGINATOR_OVERRIDE: "some_name" } }],
  ],
  "flags before the word exec": [
    [["-m", "gpt-5.5"], { before: ["--search"] }],
    [["-m", "gpt-5.5", "-c", 'web_search="live"'], { before: ["--no-alt-screen", "--no-daemon"] }],
    [[], { before: ["-a", "on-request"] }],
    [["-c", 'approvals_reviewer="auto_review"'], { before: ["-a=never", "dropped"] }],
    [["-s", "read-only"], { before: ["--yolo", "-m", "gpt-5.5"] }],
    [["--yolo"], { before: ["--approve-for-me"] }],
  ],
  "a sandbox, and who may leave it": [
    [["-s", "read-only"]],
    [["-s", "danger-full-access"]],
    [["--yolo"]],
    [["-c", 'approval_policy="on-request"']],
    [["-c", 'approvals_reviewer="auto_review"']],
    [["-c", 'approvals_reviewer="auto_review"', "--yolo"]],
    [["-c", 'sandbox_mode="workspace-write"']],
    [WRITE],
    [["--approve-for-me"]],
    [["-c", "sandbox_workspace_write.network_access=true", ...WRITE]],
    [["-c", 'sandbox_workspace_write.writable_roots=["/usr/share"]', ...WRITE]],
  ],
  directories: [
    [["-C", "sub"]],
    [[], { below: "link" }],
    [["-C", "..", "--add-dir", "here"], { below: "sub" }],
    [["--add-dir", "/usr/share"]],
    [[...WRITE, "--add-dir", "/usr/share", "--add-dir", "sub", "--add-dir", "link"]],
    [[...WRITE, "--add-dir", "/usr/share", "--add-dir", "none/at/all"]],
    [[...WRITE, "-C", "sub", "--add-dir", "../link", "--add-dir", "."]],
    [["--add-dir", "sub"]],
  ],
};

test.each(Object.entries(GROUPS))("%s: the model is asked the same", async (_, cases) => {
  const { theirs, ours } = await onBothSides({ scenario: TALK }, async (side) => {
    await furnish(side.engine);
    return inTurn(cases, ([args, where]) => side.run([...args, "Go."], where));
  });
  expectAlike(theirs, ours);
  // A case that fails on both sides would prove nothing.
  expect(ours.map(({ asked }) => asked.length)).toEqual(cases.map(() => 1));
});

test.each(["-C link", "-C sub/../link", "-C link/.."])(
  "with %s the model is told the name that was given",
  async (flags) => {
    const { theirs, ours } = await onBothSides({ scenario: TALK }, async ({ engine, run }) => {
      await furnish(engine);
      return [await run([...flags.split(" "), "Go."])];
    });
    expectAlike(theirs, ours);
  },
);

describe("roots of the config are told to the model", () => {
  const roots = (...paths: readonly string[]) => [
    "-c",
    `sandbox_workspace_write.writable_roots=${JSON.stringify(paths)}`,
  ];

  const profile = (name: string) => ["-c", `default_permissions=${JSON.stringify(name)}`];

  test.each<[string, readonly string[]]>([
    ["without a sandbox", roots("/usr/share")],
    ["with one that only reads", [...roots("/usr/share"), "-s", "read-only"]],
    ["with none at all", [...roots("/usr/share"), "-s", "danger-full-access"]],
    ["with one that writes", [...roots("/usr/share"), ...WRITE]],
    ["behind other directories", [...roots("/usr/share", "/usr/lib"), ...ADDED, ...WRITE]],
    ["from where the run is", [...roots("sub", "~/x", "./sub/..", "link"), ...WRITE, "-C", "sub"]],
    ["not below a profile", [...roots("/usr/share"), ...profile(":workspace")]],
    [
      "below a flag that outdoes a profile",
      [...roots("/usr/lib"), ...profile(":read-only"), ...WRITE],
    ],
    [
      "below a sandbox and a profile in one config",
      [...roots("/usr/lib"), ...profile(":workspace"), "-c", 'sandbox_mode="read-only"'],
    ],
  ])("%s", async (_, flags) => {
    const { theirs, ours } = await onBothSides({ scenario: TALK }, async ({ engine, run }) => {
      await furnish(engine);
      return [await run([...flags, "Go."])];
    });
    expectAlike(theirs, ours);
    expect(ours.map(({ asked }) => asked.length)).toEqual([1]);
  });
});

describe("settings from files reach the model", () => {
  test.each<[string, string]>([
    ["a sandbox", 'sandbox_mode = "workspace-write"\n'],
    ["no sandbox", 'sandbox_mode = "danger-full-access"\n'],
    ["a reviewer", 'approvals_reviewer = "auto_review"\nsandbox_mode = "workspace-write"\n'],
    ["a policy", 'approval_policy = "on-request"\n'],
    ["a permission profile", 'default_permissions = ":workspace"\n'],
    [
      "roots to write to",
      'sandbox_mode = "workspace-write"\nsandbox_workspace_write.writable_roots = ["/usr/share"]\n',
    ],
  ])("of config.toml: %s", async (_, toml) => {
    const { theirs, ours } = await onBothSides({ scenario: TALK, toml }, async ({ run }) => [
      await run(["Go."]),
      await run(["-s", "read-only", "Go."]),
    ]);
    expectAlike(theirs, ours);
  });

  test("of the repository's own instructions", async () => {
    const { theirs, ours } = await onBothSides({ scenario: TALK }, async ({ engine, run }) => {
      await writeFile(join(engine.workdir, "AGENTS.md"), "Answer in rhymes.\n");
      await writeFile(join(engine.workdir, "sub", "AGENTS.md"), "Answer in prose.\n");
      return [await run(["Go."]), await run(["-C", "sub", "Go."])];
    });
    expectAlike(theirs, ours);
    expect(JSON.stringify(ours[1]?.asked)).toMatch(/Answer in rhymes.*Answer in prose/);
  });
});

describe("a key in the environment", () => {
  const toml = "model_providers.mock.requires_openai_auth = true\n";
  const env = { CODEX_API_KEY: "sk-test" };

  test("is shown to the model, and stored nowhere", async () => {
    const { theirs, ours } = await onBothSides({ scenario: TALK, toml }, async (side) => {
      const runs = [
        await side.run(["Go."], { env }),
        await side.run(["-c", 'cli_auth_credentials_store="file"', "Go."], { env }),
        await side.run(["resume", "--last", "Go."], { env: { CODEX_API_KEY: " sk-test\n" } }),
      ];
      return { runs, stored: existsSync(join(side.engine.codexHome, "auth.json")) };
    });
    expectAlike(theirs.runs, ours.runs);
    expect([theirs.stored, ours.stored]).toEqual([false, false]);
    expect(JSON.stringify(ours.runs[0]?.asked)).toContain('"authorization":"Bearer sk-test"');
  });

  test("serves run as well", async () => {
    await withEngine({ scenario: TALK, toml }, async (engine) => {
      const place = placeOf(engine);
      const { exit } = await runCli(["run", "--json", "Go."], {
        ...place,
        env: { ...place.env, ...env },
      });
      const shown = asked(engine).map((request) => (request as WithKey).authorization);
      const stored = existsSync(join(engine.codexHome, "auth.json"));
      expect({ exit, shown, stored }).toEqual({
        exit: 0,
        shown: ["Bearer sk-test"],
        stored: false,
      });
    });
  });
});

describe("the server is asked", () => {
  const NEW = { ephemeral: false, historyMode: "paginated", threadSource: "user" };
  const TODAY = { model: "gpt-6-sol", modelProvider: "mock" };

  // Of what codex exec says (spec 1.8) a new thread leaves out what the server knows by itself: model
  // provider, reviewer, and the permission profile of the config. Nothing else is missing.
  test.each<[string, readonly string[], object, object]>([
    ["nothing special", [], { model: null, approvalPolicy: "never", ...NEW }, {}],
    [
      "flags",
      ["-m", "gpt-5.5", "-s", "danger-full-access", "--add-dir", "sub", "--thread-source", "bot"],
      {
        model: "gpt-5.5",
        runtimeWorkspaceRoots: ["/workdir", "/workdir/sub"],
        approvalPolicy: "never",
        sandbox: "danger-full-access",
        ...NEW,
        threadSource: "bot",
      },
      {},
    ],
    [
      "an effort and a program, not to be stored",
      ["-c", 'model_reasoning_effort="low"', "--cyber-access-program", "standard", "--ephemeral"],
      { model: null, approvalPolicy: "never", ephemeral: true, threadSource: "user" },
      { effort: "low", cyberAccessProgram: "standard" },
    ],
    [
      "an automatic reviewer and hooks",
      ["--approve-for-me", "--dangerously-bypass-hook-trust"],
      {
        model: null,
        approvalPolicy: "on-request",
        approvalsReviewer: "auto_review",
        sandbox: "workspace-write",
        config: { bypass_hook_trust: true },
        ...NEW,
      },
      { approvalPolicy: "on-request" },
    ],
  ])("for a new thread with %s", async (_, flags, thread, turn) => {
    await withEngine({ scenario: TALK }, async (engine) => {
      expect(await wire(engine, [...flags, "Go."])).toEqual([
        ...HELLO,
        { method: "thread/start", params: { ...PLACE, ...thread } },
        { method: "turn/start", params: { ...TURN, ...turn } },
        LEAVE,
      ]);
    });
  });

  // An old thread is told today's settings, all of them, as codex exec does.
  test("for an old thread and a branch", async () => {
    await withEngine({ scenario: TALK }, async (engine) => {
      const id = threadIn((await engine.exec(["One."])).stdout);
      const settings = { ...PLACE, ...TODAY, approvalPolicy: "never" };
      const old = { threadId: "uuid-0", ...settings, excludeTurns: true };
      const branch = {
        ...old,
        ephemeral: false,
        threadSource: "user",
        deferGoalContinuation: true,
      };
      const readOnly = { permissions: ":read-only" };
      const leave = { method: "thread/unsubscribe", params: { threadId: "uuid-1" } };
      const said = [
        await wire(engine, ["resume", id, "Go."]),
        await wire(engine, ["resume", "--all", "--last", "Go."]),
        await wire(engine, ["fork", id]),
        await wire(engine, ["-s", "workspace-write", "fork", id, "Go."]),
      ];
      expect(said).toEqual([
        [...HELLO, { method: "thread/resume", params: { ...old, ...readOnly } }, GO, LEAVE],
        [...HELLO, LIST, { method: "thread/resume", params: { ...old, ...readOnly } }, GO, LEAVE],
        [...HELLO, { method: "thread/fork", params: { ...branch, ...readOnly } }, leave],
        [
          ...HELLO,
          { method: "thread/fork", params: { ...branch, sandbox: "workspace-write" } },
          { method: "turn/start", params: { ...TURN, threadId: "uuid-1" } },
          leave,
        ],
      ]);
    });
  });

  test("for a review of every kind", async () => {
    const kinds: readonly [readonly string[], object][] = [
      [["--uncommitted"], { type: "uncommittedChanges" }],
      [["--base", "main"], { type: "baseBranch", branch: "main" }],
      [["--commit", "HEAD"], { type: "commit", sha: "HEAD", title: null }],
      [["--commit", "HEAD", "--title", "T"], { type: "commit", sha: "HEAD", title: "T" }],
      [[" Look. "], { type: "custom", instructions: "Look." }],
    ];
    const start = { ...PLACE, model: null, approvalPolicy: "never", ...NEW };
    await withEngine({ scenario: TALK }, async (engine) => {
      const said = await inTurn(kinds, ([args]) => wire(engine, ["review", ...args]));
      expect(said).toEqual(
        kinds.map(([, target]) => [
          ...HELLO,
          { method: "thread/start", params: start },
          { method: "review/start", params: { threadId: "uuid-0", target, delivery: null } },
          LEAVE,
        ]),
      );
    });
  });
});

const HELLO = [
  {
    method: "initialize",
    params: initializeParams({ deltas: false, diff: false, mcp: false, raw: false }),
  },
  { method: "initialized" },
  { method: "config/read", params: { cwd: "/workdir", includeLayers: false } },
];
const PLACE = { cwd: "/workdir", runtimeWorkspaceRoots: ["/workdir"] };
const TURN = {
  threadId: "uuid-0",
  input: [{ type: "text", text: "Go." }],
  cwd: "/workdir",
  approvalPolicy: "never",
  effort: null,
  summary: null,
  outputSchema: null,
  turnTrigger: "exec",
};
const GO = { method: "turn/start", params: TURN };
const LEAVE = { method: "thread/unsubscribe", params: { threadId: "uuid-0" } };
const LIST = {
  method: "thread/list",
  params: {
    sourceKinds: [
      "cli",
      "vscode",
      "exec",
      "appServer",
      "unknown",
      "subAgent",
      "subAgentReview",
      "subAgentCompact",
      "subAgentThreadSpawn",
      "subAgentOther",
    ],
    cursor: null,
    limit: 100,
    sortKey: "updated_at",
    archived: false,
  },
};

/** What turnpipe says to the server in one run, without the numbers of its requests. */
async function wire(engine: Engine, args: readonly string[]): Promise<Omit<WireMessage, "id">[]> {
  const log = join(engine.codexHome, "..", "wire.jsonl");
  await rm(log, { force: true });
  const place = placeOf(engine);
  const tee = {
    TURNPIPE_CODEX: join(FIXTURES, "bin", "tee-codex.mjs"),
    TEE_CODEX: engine.codexPath,
    TEE_CODEX_LOG: log,
  };
  await runCli(["exec", "--json", ...args], { ...place, env: { ...place.env, ...tee } });
  const ours = readLines<{ from: string; message: WireMessage }>(await readFile(log, "utf8"))
    .filter(({ from }) => from === "client")
    .map(({ message: { id: _, ...said } }) => said);
  // Only what we say is masked: the server's words name other ids first.
  return readLines(masked(writeLines(ours), engine).join("\n"));
}

const threadIn = (stdout: string): string => /"thread_id":"([^"]+)"/.exec(stdout)?.[1] ?? "";

interface WithKey {
  authorization: unknown;
}

/** What the cases name. */
async function furnish({ workdir }: Engine): Promise<void> {
  await writeFile(join(workdir, "shape.json"), '{"type":"object","properties":{}}');
  await symlink("sub", join(workdir, "link"));
}
