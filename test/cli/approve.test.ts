import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { placeOf, type Engine } from "../helpers/engine.js";
import { runCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";
import {
  asked,
  ASKING,
  CALL,
  decision,
  ECHO,
  ONE,
  outcome,
  PATCH,
  RUN,
  saying,
  THREE,
  userConfig,
  wants,
  work,
} from "./asking.js";

const withEngine = sharedEngines();

test("with --approve always everything that is asked for really happens", async () => {
  await withEngine({ scenario: THREE }, async (engine) => {
    const args = ["--approve", "always", "--fail-on", "declined"];
    const { thread, ...run } = await asked(engine, args);
    expect(run).toEqual({
      ...WELL,
      work: work({ commands_ok: 1, files_changed: 1 }),
      requested: requests(engine, thread),
      decided: [
        decision(0, "command", "accept", "--approve always", RUN),
        decision(1, "fileChange", "accept", "--approve always", change(engine)),
        decision(2, "elicitation", "accept", "--approve always", CALL),
      ],
      items: [
        command({ exit_code: 0, status: "completed" }),
        fileChange(engine, "completed"),
        toolCall({ result: ECHOED, error: null, status: "completed" }),
        DONE,
      ],
      made: ["made.txt", "new.txt"],
    });
  });
});

test("what no rule allows does not happen, and is told", async () => {
  await withEngine({ scenario: THREE }, async (engine) => {
    const { thread, ...run } = await asked(engine, ["--approve", "rules", "--fail-on", "declined"]);
    const why = (what: string) => `no rule allows ${JSON.stringify(what)}`;
    expect(run).toEqual({
      ...WELL,
      exit: 3,
      // A call that was declined is one that failed, too: codex makes no difference.
      work: work({ declined: 3, mcp_failed: 1 }),
      requested: requests(engine, thread),
      decided: [
        decision(0, "command", "decline", why("touch made.txt"), RUN),
        decision(1, "fileChange", "decline", why(`${engine.workdir}/new.txt`), change(engine)),
        decision(2, "elicitation", "decline", why("tools/echo"), CALL),
      ],
      items: [
        command({ exit_code: null, status: "declined" }),
        fileChange(engine, "failed"),
        toolCall({
          result: null,
          error: { message: "user rejected MCP tool call" },
          status: "failed",
        }),
        DONE,
      ],
      made: [],
    });
  });
});

test.each([[["--approve", "never"]], [[]]])(
  "with %j the server does not even ask, and nothing happens",
  async (args) => {
    await withEngine({ scenario: THREE }, async (engine) => {
      const { thread, ...run } = await asked(engine, args);
      const message = "MCP tool call requires approval, but approval policy is never";
      expect({ ...run, begun: typeof thread }).toEqual({
        ...WELL,
        begun: "string",
        work: work({ mcp_failed: 1, writes_blocked: 1 }),
        requested: [],
        decided: [],
        items: [
          { ...toolCall({ result: null, error: { message }, status: "failed" }), id: "item_0" },
          { ...DONE, id: "item_1" },
        ],
        made: [],
      });
    });
  },
);

test("people are told each decision on a line, with its reason", async () => {
  await withEngine({ scenario: THREE }, async (engine) => {
    const env = await userConfig(engine, {
      approve: "rules",
      approvals: { allow: ["touch"], deny: ["mcp: tools/*"] },
    });
    expect(await people(engine, [], env)).toEqual({
      exit: 0,
      left: [],
      stdout: "Done.\n",
      lines: [
        `allowed: ${RUN} (allowed by the rule "touch")`,
        "✓ touch made.txt",
        `declined: ${change(engine)} (no rule allows "${engine.workdir}/new.txt")`,
        "✗ A new.txt  not applied",
        `declined: ${CALL} ("tools/echo" is denied by the rule "mcp: tools/*")`,
        "✗ mcp tools/echo failed: user rejected MCP tool call",
        "✓ done",
      ],
    });
  });
});

test("a line about a command of several lines does not hide that there are more", async () => {
  const scenario = saying(wants("touch made.txt\ntouch new.txt"));
  await withEngine({ scenario }, async (engine) => {
    const { lines } = await people(engine, ["--approve", "always"], {});
    expect(lines[0]).toMatch(/^allowed: run: .*touch made\.txt.*(touch new\.txt|…).*always\)$/);
  });
});

test("rules of the user allow, deny wins, and each part of a line needs one", async () => {
  const refusals: readonly (readonly [command: string, reason: string])[] = [
    ["touch new.txt", '"touch new.txt" is denied by the rule "touch new.txt"'],
    ["touch made.txt && rm made.txt", 'no rule allows "rm made.txt"'],
    ["touch made.txt\nrm made.txt", 'no rule allows "rm made.txt"'],
    ["bash -c 'touch a.txt | rm made.txt'", 'no rule allows "rm made.txt"'],
  ];
  const wishes = ["touch made.txt", ...refusals.map(([wish]) => wish)].map((each) => wants(each));
  await withEngine({ scenario: saying(...wishes, PATCH, ECHO) }, async (engine) => {
    const allow = ["touch", "path: new.txt", "mcp: tools/ec*"];
    const env = await userConfig(engine, {
      approve: "rules",
      approvals: { allow, deny: ["touch new.txt"] },
    });
    const run = await asked(engine, ["--fail-on", "declined"], { env });
    expect({ ...verdicts(run), exit: run.exit, work: run.work, made: run.made }).toEqual({
      decided: [
        ["accept", 'allowed by the rule "touch"'],
        ...refusals.map(([, reason]) => ["decline", reason]),
        ["accept", 'allowed by the rule "path: new.txt"'],
        ["accept", 'allowed by the rule "mcp: tools/ec*"'],
      ],
      exit: 3,
      work: work({ commands_ok: 1, files_changed: 1, declined: 4 }),
      made: ["made.txt", "new.txt"],
    });
  });
});

test("a rule that names a program does not allow the options with which it writes or runs", async () => {
  const refusals: readonly (readonly [command: string, reason: string])[] = [
    ["find . -maxdepth 0 -fprintf made.txt x", beyond("-fprintf", "find", "write a file", "find")],
    ["find . -maxdepth 0 -fls new.txt", beyond("-fls", "find", "write a file", "find")],
    ["sort -n -o made.txt /dev/null", beyond("-o", "sort", "write a file", "sort")],
    ["sort --outpu=made.txt /dev/null", shortened("--outpu=made.txt", "--outpu")],
    [
      "git diff --no-index --output=made.txt /dev/null .",
      beyond("--output=made.txt", "git diff", "write a file", "git *", "--output"),
    ],
    ["git -c alias.x=!touch\\ made.txt x", HIDDEN],
    ["tar -cf made.txt .", beyond("-cf", "tar", "write a file", "tar", "-c")],
    ["sed -n 'w made.txt' /dev/null", SCRIPT],
  ];
  const wishes = [
    "find . -maxdepth 0",
    ...refusals.map(([wish]) => wish),
    "sort -o new.txt /dev/null",
  ];
  await withEngine({ scenario: saying(...wishes.map((wish) => wants(wish))) }, async (engine) => {
    const allow = ["find", "sort", "git *", "tar", "sed", "sort -o new.txt"];
    const env = await userConfig(engine, {
      approve: "rules",
      approvals: { allow, deny: ["git push"] },
    });
    const run = await asked(engine, ["--fail-on", "declined"], { env });
    expect({ ...verdicts(run), exit: run.exit, made: run.made }).toEqual({
      decided: [
        ["accept", 'allowed by the rule "find"'],
        ...refusals.map(([, reason]) => ["decline", reason]),
        ["accept", 'allowed by the rule "sort -o new.txt"'],
      ],
      exit: 3,
      made: ["new.txt"],
    });
  });
});

const spellIt = (rule: string, of: string, option: string) =>
  `; the rule "${rule}" allows only read-only use of ${of} (spell "${option}" in the rule to allow it)`;
const beyond = (word: string, of: string, does: string, rule: string, option = word) =>
  `"${word}" makes ${of} ${does}${spellIt(rule, of, option)}`;
const shortened = (word: string, option: string) =>
  `"${word}" may be short for --output, which makes sort write a file${spellIt("sort", "sort", option)}`;
const HIDDEN =
  '"git -c \'alias.x=!touch made.txt\' x" may be what the rule "git push" denies: "-c" can stand for any sub-command';
const SCRIPT = `"w made.txt" is a sed script that may write a file or run a program${spellIt("sed", "sed", "w made.txt")}`;

test.each([
  [
    { approve: "rules", approvals: { allow: ["touch", "path: **", "mcp: */*"] } },
    [],
    "approve, approvals.allow",
  ],
  [
    { approvals: { allow: ["touch", "path: **", "mcp: */*"] } },
    ["--approve", "rules"],
    "approvals.allow",
  ],
  [{ approve: "always" }, [], "approve"],
  [{ approve: "exec:touch made.txt" }, [], "approve"],
])("%j of a project, with %j, allows nothing", async (config, args, ignored) => {
  await withEngine({ scenario: THREE }, async (engine) => {
    const file = join(engine.workdir, ".turnpiperc.json");
    await writeFile(file, JSON.stringify(config));
    const { exit, stderr, left, made, decided, work: done } = await asked(engine, args);
    expect({ exit, stderr, left, made, done, allowed: decided.filter(isYes) }).toEqual({
      exit: 0,
      stderr: `warning: ${file}: ignored ${ignored} (a project file may not loosen this; --trust-project-config allows it)\n`,
      left: [],
      made: [],
      // Codex rejects the patch itself, or asks.
      done: work({
        mcp_failed: 1,
        ...(args.length === 0 ? { writes_blocked: 1 } : { declined: 3 }),
      }),
      allowed: [],
    });
  });
});

test("a project that is trusted may allow", async () => {
  await withEngine({ scenario: THREE }, async (engine) => {
    const approvals = { allow: ["touch", "path: **", "mcp: */*"] };
    const file = join(engine.workdir, ".turnpiperc.json");
    await writeFile(file, JSON.stringify({ approve: "rules", approvals }));
    const { exit, stderr, made } = await asked(engine, ["--trust-project-config"]);
    expect({ exit, stderr, made }).toEqual({ exit: 0, stderr: "", made: ["made.txt", "new.txt"] });
  });
});

test("a project may deny what the user allows", async () => {
  await withEngine({ scenario: THREE }, async (engine) => {
    const file = join(engine.workdir, ".turnpiperc.json");
    await writeFile(file, JSON.stringify({ approvals: { deny: ["touch", "path: new.txt"] } }));
    const env = await userConfig(engine, {
      approve: "rules",
      approvals: { allow: ["touch", "path: **", "mcp: */*"] },
    });
    const run = await asked(engine, [], { env });
    expect({ ...verdicts(run), stderr: run.stderr, made: run.made }).toEqual({
      decided: [
        ["decline", '"touch made.txt" is denied by the rule "touch"'],
        ["decline", `"${engine.workdir}/new.txt" is denied by the rule "path: new.txt"`],
        ["accept", 'allowed by the rule "mcp: */*"'],
      ],
      stderr: "",
      made: [],
    });
  });
});

test("wildcards never open what codex or git run, nor a place outside", async () => {
  const add = (path: string) => ({
    patch: `*** Begin Patch\n*** Add File: ${path}\n+hello\n*** End Patch\n`,
  });
  const scenario = saying(add(".codex/config.toml"), add("../outside.txt"), add("new.txt"));
  await withEngine({ scenario }, async (engine) => {
    const env = await userConfig(engine, { approve: "rules", approvals: { allow: ["path: **"] } });
    const run = await asked(engine, [], { env });
    const there = (name: string) => existsSync(join(engine.workdir, name));
    expect({
      decisions: run.decided.map(({ decision: each }) => each),
      there: [".codex/config.toml", "../outside.txt", "new.txt"].filter(there),
    }).toEqual({ decisions: ["decline", "decline", "accept"], there: ["new.txt"] });
  });
});

test("a thread that nobody could approve in goes on with somebody who can", async () => {
  const scenario = saying({ text: "Begun." }, wants("touch made.txt"), { text: "Done." }, PATCH);
  await withEngine({ scenario }, async (engine) => {
    const place = placeOf(engine);
    const first = outcome(engine, await runCli(["run", ...ASKING, "First"], place));
    const resume = async (how: string) => {
      const args = ["resume", "--last", "--json", "--include", "approvals", "--approve", how, "Go"];
      return outcome(engine, await runCli(args, place));
    };
    const runs = [await resume("always"), await resume("rules")];
    expect({
      first: first.end,
      runs: runs.map(({ exit, thread, end, made, left }) => ({ exit, thread, end, made, left })),
      decided: runs.map(({ decided }) => decided.map((each) => each["decision"])),
    }).toEqual({
      first: "turn.completed",
      runs: [
        { exit: 0, thread: first.thread, end: "turn.completed", made: ["made.txt"], left: [] },
        { exit: 0, thread: first.thread, end: "turn.completed", made: ["made.txt"], left: [] },
      ],
      decided: [["accept"], ["decline"]],
    });
  });
});

test("without --include approvals each decision is still a word on stderr, but no event", async () => {
  await withEngine({ scenario: ONE }, async (engine) => {
    const args = ["run", "-s", "read-only", "--json", "--approve", "always", "Go"];
    const { stderr, requested, decided, made } = outcome(
      engine,
      await runCli(args, placeOf(engine)),
    );
    expect({ stderr, requested, decided, made }).toEqual({
      stderr: "",
      requested: [],
      decided: [],
      made: ["made.txt"],
    });
  });
});

const WELL = {
  exit: 0,
  stderr: "",
  left: [],
  end: "turn.completed",
  terminals: 1,
  error: undefined,
};
const ECHOED = { content: [{ type: "text", text: "hi" }], structured_content: null };
const TIME = { duration_ms: expect.any(Number) as number };
const DONE = { id: "item_3", type: "agent_message", text: "Done.", phase: null, ...TIME };

const change = ({ workdir }: Engine) => `change: ${workdir}/new.txt`;
const isYes = (event: Readonly<Record<string, unknown>>) => event["decision"] !== "decline";

const command = (rest: object) => ({
  id: "item_0",
  type: "command_execution",
  command: "/bin/bash -lc 'touch made.txt'",
  aggregated_output: "",
  ...rest,
  ...TIME,
});

const fileChange = ({ workdir }: Engine, status: string) => ({
  id: "item_1",
  type: "file_change",
  changes: [{ path: join(workdir, "new.txt"), kind: "add" }],
  status,
  ...TIME,
});

const toolCall = (rest: object) => ({
  id: "item_2",
  type: "mcp_tool_call",
  server: "tools",
  tool: "echo",
  arguments: { text: "hi" },
  ...rest,
  ...TIME,
});

/** What the server asks, whole where it is ours to know. */
function requests({ workdir }: Engine, threadId: unknown) {
  const whole = (request: object) => expect.objectContaining({ threadId, ...request }) as unknown;
  const type = "approval.requested";
  const asks = { reason: "need it", command: "/bin/bash -lc 'touch made.txt'", cwd: workdir };
  return [
    { type, request_id: 0, kind: "command", request: whole({ itemId: "call_1_1", ...asks }) },
    { type, request_id: 1, kind: "fileChange", request: whole({ itemId: "call_2_1" }) },
    { type, request_id: 2, kind: "elicitation", request: whole({ serverName: "tools" }) },
  ];
}

const verdicts = ({ decided }: Awaited<ReturnType<typeof asked>>) => ({
  decided: decided.map((each) => [each["decision"], each["reason"]]),
});

/** A run for people: its lines between the first, which names the thread, and the end, without times. */
async function people(engine: Engine, args: readonly string[], env: Record<string, string>) {
  const place = placeOf(engine);
  const run = ["run", "-s", "read-only", ...args, "Go"];
  const { stderr, ...rest } = await runCli(run, { ...place, env: { ...place.env, ...env } });
  const lines = stderr.trimEnd().split("\n").slice(1);
  return { ...rest, lines: lines.map((line) => line.replace(/ {2}[\d.]+m?s.*$/, "")) };
}
