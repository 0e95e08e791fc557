import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { describe, expect, onTestFinished, test } from "vitest";

import { CodexError } from "../../../commands/exec/codex-error.js";
import { localProvider } from "../../../commands/exec/local-provider.js";
import { CliError } from "../../../src/outcome/errors.js";

const NEVER = new AbortController().signal;

describe("a local provider that runs", () => {
  test.each([
    ["ollama", { modelProvider: "ollama", model: "gpt-oss:20b" }],
    ["lmstudio", { modelProvider: "lmstudio", model: "openai/gpt-oss-20b" }],
  ])("%s is asked for its models, and brings one", async (name, provider) => {
    const { port, asked } = await listen();
    const env = { CODEX_OSS_BASE_URL: `http://localhost:${port}/base/v1`, CODEX_OSS_PORT: "1" };
    const { ready, ...rest } = localProvider(name, env);
    await ready?.(NEVER);
    expect(rest).toEqual(provider);
    expect(asked).toEqual(["GET /base/v1/models"]);
  });

  test("may answer with a mistake: it is there", async () => {
    const { port } = await listen(500);
    const env = { CODEX_OSS_BASE_URL: `http://localhost:${port}/v1` };
    await expect(localProvider("ollama", env).ready?.(NEVER)).resolves.toBeUndefined();
  });

  test("may have a port of its own", async () => {
    const { port, asked } = await listen();
    await localProvider("ollama", { CODEX_OSS_PORT: String(port) }).ready?.(NEVER);
    expect(asked).toEqual(["GET /v1/models"]);
  });
});

describe("a local provider that does not run", () => {
  test.each([
    [
      "ollama",
      "Error: OSS setup failed: No running Ollama server detected. Start it with: `ollama serve` (after " +
        "installing). Install instructions: https://github.com/ollama/ollama?tab=readme-ov-file#ollama",
    ],
    [
      "lmstudio",
      "Error: OSS setup failed: OSS setup failed: LM Studio is not responding. Install from " +
        "https://lmstudio.ai/download and run 'lms server start'.",
    ],
  ])("%s is missed before a turn waits for it", async (name, words) => {
    const base = `http://127.0.0.1:${await freePort()}/v1`;
    const missing = localProvider(name, { CODEX_OSS_BASE_URL: base }).ready?.(NEVER);
    await expect(missing).rejects.toEqual(
      new CodexError("connection", words, { cause: expect.anything() }),
    );
  });

  test("is not waited for when the run is stopped", async () => {
    const { port } = await listen("silent");
    const stop = new AbortController();
    const env = { CODEX_OSS_BASE_URL: `http://localhost:${port}/v1` };
    const looking = localProvider("ollama", env).ready?.(stop.signal);
    const why = new CliError("interrupted", "stopped by SIGINT");
    stop.abort(why);
    await expect(looking).rejects.toBe(why);
  });
});

test("a custom provider is left to codex", async () => {
  const env = { CODEX_OSS_BASE_URL: `http://127.0.0.1:${await freePort()}/v1` };
  expect(localProvider("mine", env)).toEqual({ modelProvider: "mine", model: null });
});

/** A server that answers everything with this status, or never. */
async function listen(answer: number | "silent" = 200) {
  const asked: string[] = [];
  const server = createServer(({ method = "", url = "" }, response) => {
    asked.push(`${method} ${url}`);
    if (answer !== "silent") response.writeHead(answer).end("{}");
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

/** A port where nobody listens any more. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
