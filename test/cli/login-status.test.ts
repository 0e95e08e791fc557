import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { AccountRecord, RateLimitsRecord } from "../../src/dialect/records.js";
import { storedLogin, type IssuerSetup, type Usage } from "../helpers/account.js";
import { runCli } from "../helpers/run-in-process.js";
import { startOnTerminal } from "../helpers/run-cli.js";
import { eventsIn, withLoginPlace, type LoginPlace } from "./login-place.js";

const OPENAI = ["-c", 'model_provider="openai"'];
const KEY_SAYS =
  "CODEX_API_KEY is set: run, resume and review use it instead of the stored login\n";
const API_KEY = JSON.stringify({ auth_mode: "apikey", OPENAI_API_KEY: "sk-of-nobody" });

const USAGE: Usage = { primary: 42, secondary: 9, resetsAt: Date.UTC(2027, 0, 2, 3, 4, 5) / 1000 };
const RESETS = "2027-01-02T03:04:05.000Z";
const RESETS_LATER = "2027-01-03T03:04:05.000Z";

interface Case {
  readonly auth?: string;
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

const STATUSES: Readonly<Record<string, Case>> = {
  "a ChatGPT login, masked": {
    auth: storedLogin(),
    args: OPENAI,
    exit: 0,
    stdout: "",
    stderr: "logged in with ChatGPT as s***@example.org (plan pro)\n",
  },
  "a ChatGPT login, shown": {
    auth: storedLogin(),
    args: [...OPENAI, "--show"],
    exit: 0,
    stdout: "",
    stderr: "logged in with ChatGPT as sam@example.org (plan pro)\n",
  },
  "an API key, beside one in the environment": {
    auth: API_KEY,
    args: OPENAI,
    env: { CODEX_API_KEY: "sk-other" },
    exit: 0,
    stdout: "",
    stderr: `logged in with an API key\n${KEY_SAYS}`,
  },
  nobody: {
    args: OPENAI,
    exit: 4,
    stdout: "",
    stderr: "not logged in\nhint: log in with: turnpipe login\n",
  },
  "nobody, quietly": { args: [...OPENAI, "-q"], exit: 4, stdout: "", stderr: "" },
  "a provider that wants nobody": {
    auth: API_KEY,
    exit: 0,
    stdout: "",
    stderr: "no login is needed for the model provider in use\n",
  },
};

test.each(Object.entries(STATUSES))("login status tells of %s", async (_, one) => {
  const { auth, args = [], env = {}, ...said } = one;
  await withStored({ auth }, async ({ login }) => {
    expect(await login(["status", ...args], { env })).toEqual({ ...said, left: [] });
  });
});

test("login status --json is one record, wherever the flag stands", async () => {
  await withStored({ auth: storedLogin() }, async ({ login }) => {
    const [masked, shown] = [
      await login(["--json", "status", ...OPENAI], { env: { CODEX_API_KEY: "sk-other" } }),
      await login(["status", "--show", "--json", ...OPENAI]),
    ];
    const account = {
      logged_in: true,
      login_needed: true,
      type: "chatgpt",
      email: "s***@example.org",
      plan: "pro",
      workspace: null,
      environment_key: true,
    };
    expect([masked, shown].map(({ stdout, ...run }) => [run, recordsIn(stdout)])).toEqual([
      [{ exit: 0, stderr: KEY_SAYS, left: [] }, [account]],
      [
        { exit: 0, stderr: "", left: [] },
        [{ ...account, email: "sam@example.org", environment_key: false }],
      ],
    ]);
  });
});

test("login status --json says that nobody is logged in, too", async () => {
  await withStored({}, async ({ login }) => {
    const { stdout, ...run } = await login(["status", "--json", ...OPENAI]);
    expect({ ...run, records: recordsIn(stdout) }).toEqual({
      exit: 4,
      stderr: "hint: log in with: turnpipe login\n",
      left: [],
      records: [
        {
          logged_in: false,
          login_needed: true,
          type: null,
          email: null,
          plan: null,
          workspace: null,
          environment_key: false,
        },
      ],
    });
  });
});

test("login status without a connection says what is missing", async () => {
  await withStored({ auth: storedLogin() }, async ({ login }) => {
    const nowhere = ["-c", 'chatgpt_base_url="http://127.0.0.1:9/backend-api/"'];
    expect(await login(["status", ...OPENAI, ...nowhere])).toEqual({
      exit: 1,
      stdout: "",
      stderr:
        "turnpipe: codex cannot check the login: workspace routing discovery failed\n" +
        "hint: a ChatGPT login is stored; check the network connection\n",
      left: [],
    });
  });
});

test("login logout forgets the login, here and at the issuer", async () => {
  await withStored({ auth: storedLogin() }, async ({ login, issuer, stored }) => {
    expect(await login(["logout"])).toEqual({
      exit: 0,
      stdout: "",
      stderr: "logged out\n",
      left: [],
    });
    expect({
      stored: await stored(),
      revoked: issuer.asked.filter((request) => request.includes("revoke")),
    }).toEqual({ stored: undefined, revoked: ["POST /oauth/revoke"] });
    const { stdout, ...again } = await login(["logout", "--json"]);
    expect({ ...again, events: eventsIn(stdout) }).toEqual({
      exit: 0,
      stderr: "",
      left: [],
      events: [{ type: "logout.completed" }],
    });
  });
});

test("login limits --json has a record for each limit", async () => {
  await withStored({ auth: storedLogin(), usage: USAGE }, async ({ login }) => {
    const { stdout, ...run } = await login(["limits", "--json"]);
    const records = stdout.split("\n").slice(0, -1);
    expect({
      ...run,
      records: records.map((line) => RateLimitsRecord.parse(JSON.parse(line))),
    }).toEqual({
      exit: 0,
      stderr: "",
      left: [],
      records: [
        {
          limit_id: "codex",
          name: null,
          plan: "pro",
          primary: {
            used_percent: 42,
            remaining_percent: 58,
            window_minutes: 300,
            resets_at: RESETS,
          },
          secondary: {
            used_percent: 9,
            remaining_percent: 91,
            window_minutes: 10_080,
            resets_at: RESETS_LATER,
          },
          credits: { has_credits: true, unlimited: false, balance: "12.5" },
          reached: null,
        },
      ],
    });
  });
});

const LINES =
  `codex\t5h\t42\t58\t${RESETS}\n` +
  `codex\t7d\t9\t91\t${RESETS_LATER}\n` +
  "codex\tcredits\t\t12.5\t\n";

test("login limits has lines with tabs for programs, and passes when enough is left", async () => {
  await withStored({ auth: storedLogin(), usage: USAGE }, async ({ login }) => {
    expect(await login(["limits", "--min-remaining", "58%"])).toEqual({
      exit: 0,
      stdout: LINES,
      stderr: "",
      left: [],
    });
  });
});

test("login limits --min-remaining is exit 6 when less is left, with the time of the reset", async () => {
  await withStored({ auth: storedLogin(), usage: USAGE }, async ({ login }) => {
    const run = await login(["limits", "--min-remaining", "58.5"]);
    expect({ ...run, stderr: run.stderr.replace(/resets .* \(/, "resets … (") }).toEqual({
      exit: 6,
      stdout: LINES,
      stderr:
        "turnpipe: 58% of the usage limit is left, less than the 58.5% asked for\n" +
        `hint: it resets … (${RESETS})\n`,
      left: [],
    });
  });
});

test("login limits is a table on a terminal", async () => {
  // Half an hour and a bit, so that the words for it do not change meanwhile.
  const resetsAt = Math.floor(Date.now() / 1000) + 1830;
  await withStored({ auth: storedLogin(), usage: { ...USAGE, resetsAt } }, async ({ place }) => {
    const { screen, ...ended } = await startOnTerminal(["login", "limits"], place).done;
    const time = /\d{4}-\d\d-\d\d \d\d:\d\d/g;
    expect({ ...ended, lines: screen.replaceAll(time, "…").split("\r\n") }).toEqual({
      exit: 0,
      left: [],
      lines: [
        "LIMIT  WINDOW   USED  LEFT  RESETS",
        "codex  5h       42%   58%   … (in 30m)",
        "codex  7d       9%    91%   … (in 1d)",
        "codex  credits        12.5",
        "",
      ],
    });
  });
});

test.each<[string, string | undefined, string]>([
  ["nobody", undefined, "turnpipe: not logged in\nhint: log in with: turnpipe login\n"],
  [
    "an API key",
    API_KEY,
    "turnpipe: limits are known for ChatGPT logins only\n" +
      "hint: an API key has no such limits; to log in with ChatGPT: turnpipe login\n",
  ],
])("login limits of %s is exit 4", async (_, auth, stderr) => {
  await withStored({ auth }, async ({ login }) => {
    expect(await login(["limits"])).toEqual({ exit: 4, stdout: "", stderr, left: [] });
  });
});

test.each<[string, readonly string[], string]>([
  [
    "an action that is none",
    ["stauts"],
    'login: unexpected argument "stauts": expected status, logout, limits\nhint: did you mean: turnpipe login status\n',
  ],
  [
    "a word too many",
    ["logout", "now"],
    'login logout: unexpected argument "now"\nhint: see: turnpipe login logout --help\n',
  ],
  [
    "a share that is none",
    ["limits", "--min-remaining", "lots"],
    "--min-remaining lots: expected a percentage from 0% to 100%\nhint: for example: --min-remaining 15%\n",
  ],
])("%s is exit 2", async (_, args, problem) => {
  const env = { TURNPIPE_CODEX: "/nowhere/codex" };
  expect(await runCli(["login", ...args], { env })).toEqual({
    exit: 2,
    stdout: "",
    stderr: `turnpipe: ${problem}`,
    left: [],
  });
});

/** A place where this login is stored, or none. */
const withStored = (
  { auth, ...setup }: IssuerSetup & { auth?: string | undefined },
  use: (place: LoginPlace) => Promise<void>,
): Promise<void> =>
  withLoginPlace(setup, async (place) => {
    if (auth !== undefined) await writeFile(join(place.engine.codexHome, "auth.json"), auth);
    await use(place);
  });

const recordsIn = (stdout: string): AccountRecord[] =>
  stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => AccountRecord.parse(JSON.parse(line)));
