import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { withFolder } from "../helpers/play.js";
import { untilRuns } from "../helpers/processes.js";
import { type CliOptions, startOnTerminal } from "../helpers/run-cli.js";
import { runCli, startCli } from "../helpers/run-in-process.js";
import { eventsIn, withLoginPlace } from "./login-place.js";

const KEY = "sk-0123456789-of-nobody";
/** What is refused at once needs no codex. */
const NOWHERE = { env: { TURNPIPE_CODEX: "/nowhere/codex" } };
const KEY_EXAMPLE = "printenv OPENAI_API_KEY | turnpipe login --with-api-key";
const TOKEN_EXAMPLE = "printenv CODEX_ACCESS_TOKEN | turnpipe login --with-access-token";

test("a key from stdin is stored for nobody else to read, and repeated nowhere", async () => {
  await withLoginPlace({}, async ({ login, stored }) => {
    const stdin = { bytes: `  ${KEY}\n` };
    const run = await login(["--with-api-key", "--verbose"], { stdin });
    expect({ ...run, stderr: run.stderr.split("\n").slice(1) }).toEqual({
      exit: 0,
      stdout: "",
      stderr: ["server: codex 0.166.0", "logged in with an API key", ""],
      left: [],
    });
    expect(run.stderr).not.toContain(KEY);
    expect(await stored()).toEqual({
      auth: { auth_mode: "apikey", OPENAI_API_KEY: KEY },
      mode: "600",
    });
  });
});

test("a key in the environment does not keep another from being stored", async () => {
  await withLoginPlace({}, async ({ login, stored }) => {
    const options = { stdin: { bytes: KEY }, env: { CODEX_API_KEY: "sk-other" } };
    const { stdout, ...ended } = await login(["--with-api-key", "--json"], options);
    expect({ ...ended, events: eventsIn(stdout), stored: await stored() }).toEqual({
      exit: 0,
      stderr: "CODEX_API_KEY is set: run, resume and review use it instead of the stored login\n",
      left: [],
      events: [{ type: "login.completed", method: "api_key" }],
      stored: { auth: { auth_mode: "apikey", OPENAI_API_KEY: KEY }, mode: "600" },
    });
  });
});

test("a key that codex may not take is a login refused", async () => {
  await withLoginPlace({ toml: 'forced_login_method = "chatgpt"\n' }, async ({ login, stored }) => {
    const { stdout, ...ended } = await login(["--with-api-key", "--json"], {
      stdin: { bytes: KEY },
    });
    const message = "not logged in: API key login is disabled. Use ChatGPT login instead.";
    expect({ ...ended, events: eventsIn(stdout), stored: await stored() }).toEqual({
      exit: 4,
      stderr: `turnpipe: ${message}\n`,
      left: [],
      events: [{ type: "login.failed", message, exit_code: 4 }],
      stored: undefined,
    });
  });
});

test("a server that quotes the key is not repeated", async () => {
  await withFolder(async (cwd) => {
    const codex = join(cwd, "codex");
    await writeFile(codex, QUOTING);
    await chmod(codex, 0o755);
    const options = { cwd, env: { TURNPIPE_CODEX: codex }, stdin: { bytes: KEY } };
    const { stdout, ...ended } = await runCli(["login", "--with-api-key", "--json"], options);
    const message = "not logged in: bad key [redacted]";
    expect({ ...ended, events: eventsIn(stdout) }).toEqual({
      exit: 4,
      stderr: `turnpipe: ${message}\n`,
      left: [],
      events: [{ type: "login.failed", message, exit_code: 4 }],
    });
  });
});

const misplaced = (example: string) => ({
  exit: 2,
  stdout: "",
  stderr:
    "turnpipe: login: keys and tokens are read from stdin only: " +
    "others can read a command line, and it stays in the shell's history\n" +
    `hint: remove it, then: ${example}\n`,
  left: [],
});

test.each([
  [[KEY]],
  [["--with-api-key", KEY]],
  [["--with-api-key", "short"]],
  [["--with-api-key", "--", "short"]],
  [[`--with-api-key=${KEY}`]],
  [["--with-api-key="]],
  [["--api-key", KEY]],
  [[`--api-key=${KEY}`]],
  [["--apikey", KEY]],
  [["--json", `--${KEY}`]],
  [[`-${KEY}`]],
  [["status", KEY]],
  [["status", "--api-key", KEY]],
  [["logout", "--no-such-flag", KEY]],
  [["0123456789abcdef0123456789abcdef"]],
])("a key on the command line is refused without being repeated: login %j", async (args) => {
  expect(await runCli(["login", ...args], NOWHERE)).toEqual(misplaced(KEY_EXAMPLE));
});

test.each([
  [["--with-access-token", "at-good"]],
  [["--with-access-token=at-good"]],
  [["--token", "short"]],
  [["--token=short"]],
  [["--access-token", "short"]],
  [["--access-token=short"]],
])("so is a token: login %j", async (args) => {
  expect(await runCli(["login", ...args], NOWHERE)).toEqual(misplaced(TOKEN_EXAMPLE));
});

test.each<[string, CliOptions["stdin"], string]>([
  ["nothing", undefined, "the API key is expected on stdin, which is empty"],
  ["a blank", { bytes: " \n" }, "the API key is expected on stdin, which is empty"],
])("%s on stdin is no key", async (_, stdin, problem) => {
  const options = stdin === undefined ? NOWHERE : { ...NOWHERE, stdin };
  expect(await runCli(["login", "--with-api-key"], options)).toEqual({
    exit: 2,
    stdout: "",
    stderr: `turnpipe: ${problem}\nhint: for example: ${KEY_EXAMPLE}\n`,
    left: [],
  });
});

test.each<[string | Uint8Array]>([
  ["sk-one sk-two"],
  ["sk-one\nsk-two\n"],
  ["sk-ö"],
  [Uint8Array.of(0xff, 0x41)],
])("%j on stdin is no key, and is not repeated", async (bytes) => {
  expect(
    await runCli(["login", "--with-api-key", "--json"], { ...NOWHERE, stdin: { bytes } }),
  ).toEqual({
    exit: 2,
    stdout: "",
    stderr:
      "turnpipe: the API key on stdin has spaces, line breaks or non-ASCII characters in it\n" +
      `hint: pass it as one line; for example: ${KEY_EXAMPLE}\n`,
    left: [],
  });
});

test("a silent stdin is given up after a while", async () => {
  expect(await runCli(["login", "--with-access-token"], { ...NOWHERE, stdin: "open" })).toEqual({
    exit: 2,
    stdout: "",
    stderr:
      "reading the access token from stdin\n" +
      "turnpipe: the access token did not come on stdin within 10 s\n" +
      `hint: for example: ${TOKEN_EXAMPLE}\n`,
    left: [],
  });
});

test("a terminal is no place to type a key in", async () => {
  const { screen, ...ended } = await startOnTerminal(["login", "--with-api-key"], NOWHERE).done;
  expect({ ...ended, screen: screen.replaceAll("\r\n", "\n") }).toEqual({
    exit: 2,
    left: [],
    screen:
      "turnpipe: the API key is read from stdin, and stdin is a terminal\n" +
      `hint: for example: ${KEY_EXAMPLE}\n`,
  });
});

test("there is one way to log in at a time", async () => {
  expect(await runCli(["login", "--device-auth", "--with-api-key"], NOWHERE)).toEqual({
    exit: 2,
    stdout: "",
    stderr: "turnpipe: --device-auth and --with-api-key exclude each other\n",
    left: [],
  });
});

test("an access token is stored by codex itself, with the settings of the command line", async () => {
  await withLoginPlace({}, async ({ login, issuer, stored }) => {
    const args = ["--with-access-token", "--verbose", "-c", 'model="gpt-6-sol"'];
    const run = await login(args, { stdin: { bytes: "at-good\n" } });
    const [first = "", ...more] = run.stderr.split("\n");
    expect({ ...run, stderr: [first.replace(/ \S+\/codex /, " codex "), ...more] }).toEqual({
      exit: 0,
      stdout: "",
      stderr: [
        'running: codex login --with-access-token -c model="gpt-6-sol"',
        "logged in with an access token",
        "",
      ],
      left: [],
    });
    expect({ asked: issuer.asked, stored: await stored() }).toEqual({
      asked: ["GET /v1/user-auth-credential/whoami"],
      stored: { auth: { OPENAI_API_KEY: null, personal_access_token: "at-good" }, mode: "600" },
    });
  });
});

test("an access token that is not good is a login refused", async () => {
  await withLoginPlace({}, async ({ login, stored }) => {
    const stdin = { bytes: "at-bad" };
    const { stdout, ...ended } = await login(["--with-access-token", "--json"], { stdin });
    const message =
      "not logged in: personal access token metadata request failed with status 401 Unauthorized";
    expect({ ...ended, events: eventsIn(stdout), stored: await stored() }).toEqual({
      exit: 4,
      stderr: `turnpipe: ${message}\n`,
      left: [],
      events: [{ type: "login.failed", message, exit_code: 4 }],
      stored: undefined,
    });
  });
});

test("a codex that does not end with a token is ended by Ctrl-C", async () => {
  await withFolder(async (cwd) => {
    const codex = join(cwd, "codex");
    await writeFile(codex, HANGING);
    await chmod(codex, 0o755);
    const options = { cwd, env: { TURNPIPE_CODEX: codex }, stdin: { bytes: "at-good" } };
    const run = startCli(["login", "--with-access-token"], options);
    await untilRuns(run.marker, "sleep 1000");
    run.kill("SIGINT");
    expect(await run.done).toEqual({
      exit: 130,
      stdout: "",
      stderr: "turnpipe: stopped by SIGINT\n",
      left: [],
    });
  });
});

/** Refuses every login with the words that came with it. */
const QUOTING = `#!/usr/bin/env node
import { createInterface } from "node:readline";
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const reply =
    method === "initialize"
      ? { result: { userAgent: "fake/0.166.0" } }
      : { error: { code: -32600, message: "bad key " + params.apiKey } };
  process.stdout.write(JSON.stringify({ id, ...reply }) + "\\n");
});
`;

const HANGING = "#!/bin/sh\nsleep 1000\n";
