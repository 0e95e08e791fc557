import { expect, test } from "vitest";

import { eventsIn, withLoginPlace } from "./login-place.js";

test("people are shown where to go and what to type in, and who is logged in then", async () => {
  await withLoginPlace({ pendingPolls: 1 }, async ({ login, issuer, stored }) => {
    const run = await login(["--device-auth", "-c", 'model_provider="openai"']);
    expect(run).toEqual({
      exit: 0,
      stdout: "",
      stderr:
        "to log in, open this address in a browser:\n" +
        `  ${issuer.url}/codex/device\n` +
        "and enter this code:\n" +
        "  ABCD-1234\n" +
        "waiting for the login; Ctrl-C cancels\n" +
        "logged in with ChatGPT as s***@example.org (plan pro)\n",
      left: [],
    });
    expect(issuer.asked.filter((request) => /deviceauth|oauth/.test(request))).toEqual([
      "POST /api/accounts/deviceauth/usercode",
      "POST /api/accounts/deviceauth/token",
      "POST /api/accounts/deviceauth/token",
      "POST /oauth/token",
    ]);
    const { auth, mode } = (await stored()) ?? {};
    expect({ by: auth?.["auth_mode"], mode }).toEqual({ by: "chatgpt", mode: "600" });
  });
});

test("programs get the address and the code on a line", async () => {
  await withLoginPlace({ pendingPolls: 0 }, async ({ login, issuer }) => {
    const { stdout, ...ended } = await login(["--device-auth", "--json"]);
    expect({ ...ended, events: eventsIn(stdout) }).toEqual({
      exit: 0,
      stderr: "",
      left: [],
      events: [
        { type: "login.device", url: `${issuer.url}/codex/device`, code: "ABCD-1234" },
        { type: "login.completed", method: "device" },
      ],
    });
  });
});

test("--quiet leaves the address and the code, and a provider without logins names nobody", async () => {
  await withLoginPlace({ pendingPolls: 0 }, async ({ login, issuer }) => {
    expect([
      await login(["--device-auth", "--quiet"]),
      await login(["--device-auth"], { env: { CODEX_API_KEY: "sk-other" } }),
    ]).toEqual([
      {
        exit: 0,
        stdout: "",
        stderr: `  ${issuer.url}/codex/device\n  ABCD-1234\n`,
        left: [],
      },
      {
        exit: 0,
        stdout: "",
        stderr:
          "to log in, open this address in a browser:\n" +
          `  ${issuer.url}/codex/device\n` +
          "and enter this code:\n" +
          "  ABCD-1234\n" +
          "waiting for the login; Ctrl-C cancels\n" +
          "logged in with ChatGPT\n" +
          "CODEX_API_KEY is set: run, resume and review use it instead of the stored login\n",
        left: [],
      },
    ]);
  });
});

test("Ctrl-C ends the wait", async () => {
  await withLoginPlace({}, async ({ start, issuer, stored }) => {
    const polled = issuer.polled();
    const run = start(["--device-auth", "--json"]);
    await Promise.all([polled, run.line(/login\.device/)]);
    run.kill("SIGINT");
    const { stdout, ...ended } = await run.done;
    expect({ ...ended, events: eventsIn(stdout), stored: await stored() }).toEqual({
      exit: 130,
      stderr: "turnpipe: stopped by SIGINT\n",
      left: [],
      events: [
        { type: "login.device", url: `${issuer.url}/codex/device`, code: "ABCD-1234" },
        { type: "login.failed", message: "stopped by SIGINT", exit_code: 130 },
      ],
      stored: undefined,
    });
  });
});

test("an issuer without codes is a login refused", async () => {
  await withLoginPlace({}, async ({ login, issuer, engine }) => {
    const env = { CODEX_APP_SERVER_LOGIN_ISSUER: engine.model.url };
    const run = await login(["--device-auth"], { env });
    expect({ ...run, stderr: run.stderr.split("\n").map((line) => line.slice(0, 30)) }).toEqual({
      exit: 4,
      stdout: "",
      stderr: ["turnpipe: not logged in: devic", "hint: with a browser on this m", ""],
      left: [],
    });
    expect(issuer.asked.filter((request) => request.includes("deviceauth"))).toEqual([]);
  });
});
