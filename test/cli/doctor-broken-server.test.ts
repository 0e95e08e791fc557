import { expect, test } from "vitest";

import type { DoctorRecord } from "../../src/dialect/records.js";
import { GREETING, notification, server } from "../helpers/conversation.js";
import { PLAYED, type Step, type WireMessage } from "../helpers/fixture.js";
import { heardIn, scriptIn, untilHeard, withFolder } from "../helpers/play.js";
import { startCli } from "../helpers/run-in-process.js";
import { examined, NO_SANDBOX, row, skipped } from "./doctor-rows.js";

const client = (message: WireMessage): Step => ({ from: "client", message });
const CONFIG: readonly Step[] = [
  client({ id: 1, method: "config/read" }),
  server({ id: 1, result: { config: {} } }),
];
const LOGIN: readonly Step[] = [
  client({ id: 2, method: "account/read" }),
  server({ id: 2, result: { account: { type: "apiKey" }, requiresOpenaiAuth: true } }),
];
const TRIED = client({ id: 3, method: "command/exec" });
const CODEX = PLAYED.slice(0, 2);

test.each<[string, Step, string]>([
  [
    "a command in it fails",
    server({ id: 3, result: { exitCode: 1, stdout: "", stderr: "landlock: no\n" } }),
    "the sandbox does not work here: landlock: no",
  ],
  [
    "a command in it cannot be begun",
    server({ id: 3, error: { code: -32603, message: "failed to spawn command" } }),
    "the sandbox does not work here: failed to spawn command",
  ],
])("a sandbox does not work when %s: exit 9", async (_, response, summary) => {
  const ran = await doctored([...GREETING, ...CONFIG, ...LOGIN, TRIED, response]);
  expect(ran).toEqual({
    exit: 9,
    stderr: "",
    left: [],
    rows: [
      STARTED,
      row("codex_config", expect.any(String), { details: expect.any(Object) as object }),
      row("login", "logged in with an API key", { details: expect.any(Object) as object }),
      row("sandbox", summary, { status: "fail", hint: NO_SANDBOX.hint, cause: "sandbox" }),
    ],
    methods: ["initialize", "initialized", "config/read", "account/read", "command/exec"],
  });
});

test("a server that cannot try the sandbox is a warning", async () => {
  const error = { code: -32600, message: "unknown variant `command/exec`, expected one of `a`" };
  const ran = await doctored([...GREETING, ...CONFIG, ...LOGIN, TRIED, server({ id: 3, error })]);
  expect([ran.exit, ran.rows.at(-1)]).toEqual([
    0,
    row("sandbox", "cannot be checked: this codex cannot run a command without a turn", {
      status: "warn",
      hint: "update it with: npm i -g @openai/codex@latest",
      details: { mode: null },
    }),
  ]);
});

test("what a server warns of in its config is a warning", async () => {
  const odd = notification("configWarning", { summary: "Unknown key `modle`", details: null });
  const ran = await doctored([
    ...GREETING,
    odd,
    ...CONFIG,
    ...LOGIN,
    TRIED,
    server({ id: 3, result: { exitCode: 0 } }),
  ]);
  expect([ran.exit, ran.rows[1]]).toEqual([
    0,
    row("codex_config", "Unknown key `modle`", {
      status: "warn",
      details: { path: expect.any(String) as string, exists: false },
    }),
  ]);
});

test("a server that dies before it says hello is exit 5, and nobody asks it more", async () => {
  expect(await doctored([{ exit: 3 }])).toEqual({
    exit: 5,
    stderr: "",
    left: [],
    rows: [
      row("server", "the codex app-server exited with status 3", {
        status: "fail",
        cause: "server_crashed",
      }),
      ...skipped("the server did not start", "codex_config", "login", "sandbox"),
    ],
    methods: expect.any(Array) as string[],
  });
});

test("a server that dies while it is asked fails that check, and the others are skipped", async () => {
  const { rows, exit, left } = await doctored([...GREETING, CONFIG[0]!, { exit: 4 }]);
  expect({ exit, left, rows }).toEqual({
    exit: 5,
    left: [],
    rows: [
      STARTED,
      row("codex_config", "the codex app-server exited with status 4", {
        status: "fail",
        cause: "server_crashed",
      }),
      ...skipped("the server is gone", "login", "sandbox"),
    ],
  });
});

test("a codex that hangs is not waited for: exit 5", async () => {
  const { rows, exit, left } = await doctored([{ hang: true }], ["--timeout", "1s"]);
  expect({ exit, left, rows }).toEqual({
    exit: 5,
    left: [],
    rows: [
      row("server", "the codex app-server did not answer within 1 s", {
        status: "fail",
        hint: "is this a codex? --timeout gives it more time",
        cause: "server_unreachable",
      }),
      ...skipped("the server did not start", "codex_config", "login", "sandbox"),
    ],
  });
});

test("a question that is never answered fails its check, and the next is asked", async () => {
  const steps = [
    ...GREETING,
    CONFIG[0]!,
    ...LOGIN,
    TRIED,
    server({ id: 3, result: { exitCode: 0 } }),
  ];
  const { rows, exit } = await doctored(steps, ["--timeout", "1s"]);
  expect({ exit, rows }).toEqual({
    exit: 5,
    rows: [
      STARTED,
      row("codex_config", "no answer within 1 s", { status: "fail", cause: "server_unreachable" }),
      row("login", "logged in with an API key", { details: expect.any(Object) as object }),
      row("sandbox", "commands run in the sandbox", { details: { mode: null } }),
    ],
  });
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends it while a server is asked, and the server with it", async (signal, exit) => {
  await withFolder(async (dir) => {
    const env = { ...(await scriptIn(dir, [...GREETING, CONFIG[0]!])), CODEX_HOME: dir };
    const running = startCli(["doctor", ...CODEX, "--timeout", "1h"], { cwd: dir, env });
    await untilHeard(dir, "config/read");
    running.kill(signal);
    const { stdout, ...rest } = await running.done;
    expect({ ...rest, checks: stdout.split("\n").map((line) => line.split("\t")[1]) }).toEqual({
      exit,
      stderr: `turnpipe: stopped by ${signal}\n`,
      left: [],
      checks: ["config", "codex", "codex_home", "server", undefined],
    });
  });
});

const STARTED = row("server", expect.stringMatching(/^codex 0\.166\.0 started/), {
  details: { version: "0.166.0", startup_ms: expect.any(Number) as number },
});

/** The rows of the checks that ask a server, of one that plays a script, and what it was asked. */
async function doctored(steps: readonly Step[], args: readonly string[] = []) {
  return withFolder(async (dir) => {
    const env = { ...(await scriptIn(dir, steps)), CODEX_HOME: dir };
    const { records, ...rest } = await examined([...CODEX, ...args], { cwd: dir, env });
    const heard = await heardIn(dir).catch(() => []);
    const rows = records.filter(({ check }) => ASKED.has(check));
    return { ...rest, rows, methods: heard.map(({ method }) => method) };
  });
}

const ASKED: ReadonlySet<DoctorRecord["check"]> = new Set([
  "server",
  "codex_config",
  "login",
  "sandbox",
]);
