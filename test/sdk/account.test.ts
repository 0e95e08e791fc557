import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { sideBySide } from "./side-by-side.js";

const KEY = "sk-0123456789-of-nobody";

const ANSWERS: Scenario = {
  description: "The same answer to everything.",
  responses: [{ say: [{ text: "Fine." }] }],
  then: "repeat-last",
};

test("an API key goes to the model and is not stored", async () => {
  const scenario = { ...ANSWERS, config: { "model_providers.mock.requires_openai_auth": "true" } };
  const { ours } = await sideBySide({ scenario }, async (side) => {
    const codex = side.codex({ apiKey: KEY });
    const thread = codex.startThread(side.here);
    await side.run(thread, "Do it.");
    await side.run(thread, "Again.");
    expect(await readdir(side.engine.codexHome)).not.toContain("auth.json");
  });
  expect(ours.asked.map(({ headers }) => headers["authorization"])).toEqual([
    `Bearer ${KEY}`,
    `Bearer ${KEY}`,
  ]);
});

test("a base URL leads the built-in provider to the model, with the key", async () => {
  const { ours } = await sideBySide({ scenario: ANSWERS }, async (side) => {
    await withDoor(side.engine.model.url, async (baseUrl) => {
      const config = { model_provider: "openai", chatgpt_base_url: `${baseUrl}/chat` };
      const codex = side.codex({ baseUrl, apiKey: KEY, config });
      await side.run(codex.startThread(side.here), "Do it.");
    });
  });
  expect({
    calls: ours.calls.map(({ finalResponse }) => finalResponse),
    asked: ours.asked.map(({ headers }) => headers["authorization"]),
  }).toEqual({ calls: ["Fine."], asked: [`Bearer ${KEY}`] });
});

test("an environment with the bare minimum is enough, and commands see the same of it", async () => {
  const scenario: Scenario = {
    description: "An answer, then all variables of a command, and an answer again.",
    responses: [
      { say: [{ text: "Fine." }] },
      { say: [{ exec: "export -p" }] },
      { say: [{ text: "Listed." }] },
    ],
  };
  const { ours } = await sideBySide({ scenario }, async (side) => {
    const { codexHome, codexPath, env } = side.engine;
    // A path as far as turnpipe's own first line needs it.
    const bare = {
      CODEX_HOME: codexHome,
      TURNPIPE_CODEX: codexPath,
      PATH: dirname(process.execPath),
    };
    await side.run(side.codex({ env: bare }).startThread(side.here), "Do it.");
    // A shell without HOME would read the profile of whoever runs this.
    const homely = side.codex({ env: { ...bare, HOME: env["HOME"] ?? "" } });
    await side.run(homely.startThread(side.here), "List them.");
  });
  expect({
    calls: ours.calls.map(({ finalResponse }) => finalResponse),
    home: ours.lines.some((line) => line.includes('CODEX_HOME=\\"/codex-home\\"')),
  }).toEqual({ calls: ["Fine.", "Listed."], home: true });
});

/** A way to the model that knows no WebSockets, which codex tries first with its own provider. */
async function withDoor(model: string, use: (url: string) => Promise<void>): Promise<void> {
  const door = createServer((incoming, response) => {
    const { method, headers, url = "" } = incoming;
    if (method !== "POST" || url !== "/v1/responses") {
      response.writeHead(404).end();
      return;
    }
    const onward = ask(`${model}/responses`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  door.on("upgrade", (_request, socket) => {
    socket.end("HTTP/1.1 426 Upgrade Required\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  try {
    await use(`http://127.0.0.1:${(door.address() as AddressInfo).port}/v1`);
  } finally {
    door.close();
    door.closeAllConnections();
  }
}
