import { createHmac } from "node:crypto";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { withEngine, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { cuttingProxy } from "../helpers/loopback.js";
import { runCli } from "../helpers/run-in-process.js";
import { withRunningServer } from "../helpers/app-server.js";

const TURN = ["run", "--json", "-s", "workspace-write", "Go"];

/** What a run prints, without what differs from run to run. */
function shapeOf(stdout: string) {
  return readLines<Event & { item?: Record<string, unknown> }>(stdout).map(({ type, item }) =>
    item === undefined ? type : [type, item["id"], item["type"], item["status"], item["text"]],
  );
}

const WHOLE = [
  "thread.started",
  "turn.started",
  ["item.started", "item_0", "command_execution", "in_progress", undefined],
  ["item.completed", "item_0", "command_execution", "completed", undefined],
  ["item.started", "item_1", "command_execution", "in_progress", undefined],
  ["item.completed", "item_1", "command_execution", "completed", undefined],
  ["item.completed", "item_2", "agent_message", undefined, "Both commands ran."],
  "turn.completed",
];

const inProcess = (engine: Engine, args: readonly string[], env: Record<string, string> = {}) =>
  runCli(args, { cwd: engine.workdir, env: { ...engine.env, ...env } });

test("a whole turn runs over a unix socket, and the server does not come to trust the directory", async () => {
  await withEngine({ scenario: "command-ok" }, async (engine) => {
    const listen = `unix://${join(engine.dir, "s.sock")}`;
    await withRunningServer(engine, { listen }, async ({ address }) => {
      const { stdout, ...rest } = await inProcess(engine, [...TURN, "--connect", address]);
      const [started] = readLines<Event>(stdout);
      expect({ ...rest, events: shapeOf(stdout) }).toEqual({
        ...{ exit: 0, stderr: "", left: [] },
        events: WHOLE,
      });
      expect([started?.["cwd"], started?.["sandbox"]]).toEqual([engine.workdir, "workspace-write"]);
      const config = await readFile(join(engine.codexHome, "config.toml"), "utf8");
      expect(config).not.toContain("trust_level");
    });
  });
});

test("a server with a token file wants that token, and no other is accepted", async () => {
  await withEngine({ scenario: "command-ok" }, async (engine) => {
    const file = await secretFile(engine, "token", "a-token-of-forty-characters-for-the-test");
    const wrong = await secretFile(engine, "wrong", "not-the-token-of-the-server-at-all");
    const args = ["--ws-auth", "capability-token", "--ws-token-file", file];
    await withRunningServer(engine, { args }, async ({ address }) => {
      const turn = [...TURN, "--connect", address];
      const rejected = {
        exit: 4,
        stdout: "",
        stderr:
          `turnpipe: cannot connect to ${address}: it rejects the token, or needs one (401)\n` +
          "hint: give it with --connect-token-file FILE or TURNPIPE_CONNECT_TOKEN\n",
        left: [],
      };
      const models = ["models", "--connect", address];
      expect(await inProcess(engine, models)).toEqual(rejected);
      expect(await inProcess(engine, [...models, "--connect-token-file", wrong])).toEqual(rejected);
      const { exit, stdout } = await inProcess(engine, [...turn, "--connect-token-file", file]);
      expect([exit, shapeOf(stdout)]).toEqual([0, WHOLE]);
    });
  });
});

test("a server behind a proxy that adds an Origin does not accept the connection", async () => {
  await withEngine({ scenario: "command-ok" }, async (engine) => {
    await withRunningServer(engine, {}, async ({ address }) => {
      const proxy = await cuttingProxy(address, { header: "Origin: http://proxy.example" });
      try {
        expect(await inProcess(engine, ["models", "--connect", proxy.address])).toEqual({
          exit: 4,
          stdout: "",
          stderr:
            `turnpipe: cannot connect to ${proxy.address}: it does not accept this client (403)\n` +
            "hint: codex rejects any request with an Origin header, which a proxy may add\n",
          left: [],
        });
      } finally {
        await proxy.close();
      }
    });
  });
});

test("a signed token is taken from the environment", async () => {
  await withEngine({ scenario: "command-ok" }, async (engine) => {
    const secret = "a-shared-secret-of-more-than-32-bytes-for-the-test";
    const file = await secretFile(engine, "secret", secret);
    const args = ["--ws-auth", "signed-bearer-token", "--ws-shared-secret-file", file];
    await withRunningServer(engine, { args }, async ({ address }) => {
      const env = { TURNPIPE_CONNECT: address, TURNPIPE_CONNECT_TOKEN: signedToken(secret) };
      const { stdout, ...rest } = await inProcess(engine, TURN, env);
      expect({ ...rest, events: shapeOf(stdout) }).toEqual({
        ...{ exit: 0, stderr: "", left: [] },
        events: WHOLE,
      });
    });
  });
});

async function secretFile({ dir }: Engine, name: string, text: string): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, text);
  await chmod(path, 0o600);
  return path;
}

/** A JSON web token that is valid for a minute. */
function signedToken(secret: string): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const head = encoded({ alg: "HS256", typ: "JWT" });
  const body = encoded({ exp: Math.floor(Date.now() / 1000) + 60 });
  const signature = createHmac("sha256", secret).update(`${head}.${body}`).digest("base64url");
  return `${head}.${body}.${signature}`;
}
