import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { readLines } from "../helpers/fixture.js";
import { BIN, spawnCli, textOf, type Running, startOnTerminal } from "../helpers/run-cli.js";
import { eventsIn, withLoginPlace, type LoginPlace } from "./login-place.js";

// All logins by browser are in this file: codex listens on one port for them, so there is one at a time.
const CALLBACK = "http://127.0.0.1:1455/";
const OPENAI = ["-c", 'model_provider="openai"'];

test("a login in a browser is told to programs as it goes, and stored for nobody else", async () => {
  await withLoginPlace({}, async ({ start, issuer, stored }) => {
    const run = start(["--json"]);
    const url = await addressOf(run);
    const page = await fetch(url);
    expect({ page: page.status, at: new URL(page.url).pathname }).toEqual({
      page: 200,
      at: "/success",
    });
    const { stdout, ...ended } = await run.done;
    expect({ ...ended, events: eventsIn(stdout) }).toEqual({
      exit: 0,
      stderr: "",
      left: [],
      events: [
        { type: "login.browser", url },
        { type: "login.completed", method: "chatgpt" },
      ],
    });
    expect(issuer.asked.filter((request) => request.includes("/oauth/"))).toEqual([
      "GET /oauth/authorize",
      "POST /oauth/token",
      "POST /oauth/token",
    ]);
    const { auth, mode } = (await stored()) ?? {};
    expect({ by: auth?.["auth_mode"], mode }).toEqual({ by: "chatgpt", mode: "600" });
  });
});

test("on a terminal a browser is opened, and people are told who is logged in", async () => {
  await withLoginPlace({}, async ({ place, issuer }) => {
    const browser = join(place.cwd, "browser.mjs");
    await writeFile(browser, "await fetch(process.argv[2]);\n");
    const env = { ...place.env, ...OUTSIDE, BROWSER: `${process.execPath} ${browser}` };
    const run = startOnTerminal(["login", ...OPENAI], { cwd: place.cwd, env });
    const { screen, ...ended } = await run.done;
    expect({ ...ended, screen: screen.replaceAll("\r\n", "\n").replace(/\?\S+/, "?…") }).toEqual({
      exit: 0,
      left: [],
      screen:
        "opening a browser to log in; if none opens, go to this address:\n" +
        `  ${issuer.url}/oauth/authorize?…\n` +
        "waiting for the login; Ctrl-C cancels\n" +
        "logged in with ChatGPT as s***@example.org (plan pro)\n",
    });
  });
});

test("--no-browser opens none, also on a terminal", async () => {
  await withLoginPlace({}, async ({ place, issuer }) => {
    const env = { ...place.env, ...OUTSIDE, BROWSER: `${process.execPath} -e fetch("%s")` };
    const args = ["login", "--no-browser", "--timeout", "1500ms"];
    const { screen, ...ended } = await startOnTerminal(args, { cwd: place.cwd, env }).done;
    expect({ ...ended, screen: screen.replaceAll("\r\n", "\n").replace(/\?\S+/, "?…") }).toEqual({
      exit: 124,
      left: [],
      screen:
        "to log in, open this address in a browser:\n" +
        `  ${issuer.url}/oauth/authorize?…\n` +
        "waiting for the login; Ctrl-C cancels\n" +
        "turnpipe: not logged in within 1500ms\n" +
        "hint: --timeout sets how long to wait\n",
    });
    expect(issuer.asked.filter((request) => request.includes("/oauth/"))).toEqual([]);
  });
});

test("a login that is refused in the browser is exit 4", async () => {
  await withLoginPlace({ denies: "access_denied" }, async ({ start, stored }) => {
    const run = start(["--json"]);
    const url = await addressOf(run);
    await fetch(url);
    const { stdout, ...ended } = await run.done;
    const message = "not logged in: Login server error: Sign-in failed: access_denied";
    expect({ ...ended, events: eventsIn(stdout), stored: await stored() }).toEqual({
      exit: 4,
      stderr: `turnpipe: ${message}\n`,
      left: [],
      events: [
        { type: "login.browser", url },
        { type: "login.failed", message, exit_code: 4 },
      ],
      stored: undefined,
    });
  });
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s gives the login up on the server, then ends with %i", async (signal, exit) => {
  await withLoginPlace({}, async (place) => {
    const run = place.start(["--json"], { env: listening(place) });
    const url = await addressOf(run);
    run.kill(signal);
    const { stdout, ...ended } = await run.done;
    expect({ ...ended, events: eventsIn(stdout), cancelled: await cancelled(place) }).toEqual({
      exit,
      stderr: `turnpipe: stopped by ${signal}\n`,
      left: [],
      events: [
        { type: "login.browser", url },
        { type: "login.failed", message: `stopped by ${signal}`, exit_code: exit },
      ],
      cancelled: { status: "canceled" },
    });
    await expect(fetch(CALLBACK)).rejects.toThrow();
  });
});

test("a login that nobody finishes in time is given up on the server, with 124", async () => {
  await withLoginPlace({}, async (place) => {
    const run = place.start(["--json", "--timeout", "2s"], { env: listening(place) });
    const url = await addressOf(run);
    const { stdout, ...ended } = await run.done;
    expect({ ...ended, events: eventsIn(stdout), cancelled: await cancelled(place) }).toEqual({
      exit: 124,
      stderr: "turnpipe: not logged in within 2s\nhint: --timeout sets how long to wait\n",
      left: [],
      events: [
        { type: "login.browser", url },
        { type: "login.failed", message: "not logged in within 2s", exit_code: 124 },
      ],
      cancelled: { status: "canceled" },
    });
  });
});

test("a reader that has left ends the wait quietly with 141", async () => {
  await withLoginPlace({}, async ({ place }) => {
    const command = [process.execPath, BIN, "login", "--json"] as const;
    const { child, ended } = spawnCli(command, ["ignore", "pipe", "pipe"], place);
    const stderr = textOf(child.stderr as Readable);
    child.stdout?.destroy();
    expect({ ...(await ended), stderr: await stderr }).toEqual({ exit: 141, left: [], stderr: "" });
  });
});

test("a port that somebody else has is no obstacle", async () => {
  const other = createServer((_, response) => response.end()).listen(1455, "127.0.0.1");
  await once(other, "listening");
  try {
    await withLoginPlace({}, async ({ start }) => {
      const run = start(["--json"]);
      await fetch(await addressOf(run));
      expect((await run.done).exit).toBe(0);
    });
  } finally {
    other.close();
    other.closeAllConnections();
  }
});

/** Nothing that keeps a browser shut, and no screen but the one the test gives. */
const OUTSIDE = { SSH_CONNECTION: "", SSH_TTY: "", CI: "" };

async function addressOf(run: Running): Promise<string> {
  const [event] = eventsIn(`${await run.line(/login\.browser/)}\n`);
  return event?.type === "login.browser" ? event.url : "";
}

const TEE = fileURLToPath(new URL("../../fixtures/bin/tee-codex.mjs", import.meta.url));
const logOf = ({ engine }: LoginPlace): string => join(engine.codexHome, "said.jsonl");

/** A codex that writes down what is said. */
const listening = (place: LoginPlace): Record<string, string> => ({
  TURNPIPE_CODEX: TEE,
  TEE_CODEX: place.engine.codexPath,
  TEE_CODEX_LOG: logOf(place),
});

interface Said {
  readonly from: "client" | "server";
  readonly message: { id?: number; method?: string; result?: unknown };
}

/** What the server answered to being told to give up. */
async function cancelled(place: LoginPlace): Promise<unknown> {
  const said = readLines<Said>(await readFile(logOf(place), "utf8"));
  const asked = said.find(({ message }) => message.method === "account/login/cancel");
  return said.find(({ from, message }) => from === "server" && message.id === asked?.message.id)
    ?.message.result;
}
