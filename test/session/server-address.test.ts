import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { connectionToken } from "../../src/session/connection-token.js";
import { dial } from "../../src/session/dial.js";
import { findServer } from "../../src/session/find-server.js";
import { addressName, parseServerAddress } from "../../src/session/server-address.js";

const WORLD = { env: { HOME: "/home/a", CODEX_HOME: "/codex" }, cwd: "/project" };
const CONTROL = "/codex/app-server-control/app-server-control.sock";
const never = new AbortController().signal;

const web = (url: string, isEncrypted = false, isLoopback = false) => ({
  ...{ kind: "web", url, isEncrypted, isLoopback },
});

test.each([
  ["unix://", { kind: "unix", path: CONTROL }],
  ["unix:///run/a.sock", { kind: "unix", path: "/run/a.sock" }],
  ["unix://a.sock", { kind: "unix", path: "/project/a.sock" }],
  ["auto", { kind: "auto", controlSocket: CONTROL }],
  ["ws://127.0.0.1:4500", web("ws://127.0.0.1:4500/", false, true)],
  ["ws://[::1]:4500", web("ws://[::1]:4500/", false, true)],
  ["ws://localhost:4500", web("ws://localhost:4500/", false, true)],
  ["ws://127.0.0.1.example.com", web("ws://127.0.0.1.example.com/")],
  ["wss://example.com/codex?x=y", web("wss://example.com/codex?x=y", true)],
])("the address %s", (text, address) => {
  expect(parseServerAddress(text, WORLD)).toEqual(address);
});

test.each(["", "4500", "localhost:4500", "http://a", "ws://", "ws://a#b", "unix:/a", "AUTO"])(
  "%j is no address",
  (text) => {
    expect(() => parseServerAddress(text, WORLD)).toThrow(
      `--connect ${text}: expected ws://HOST:PORT, wss://HOST, unix:///PATH, unix:// or auto`,
    );
  },
);

test("a password in an address is refused, and neither it nor a query is shown", () => {
  expect(() => parseServerAddress("ws://me:hunter2@a", WORLD)).toThrow(
    "--connect ws://…@a: an address has no login",
  );
  const address = parseServerAddress("wss://a/b?token=hunter2", WORLD);
  expect(address.kind === "auto" ? "" : addressName(address)).toBe("wss://a/b");
});

describe("a token", () => {
  const env = { TURNPIPE_CONNECT_TOKEN: " secret\n" };
  const tokenFor = (text: string, file?: string, variables: Record<string, string> = env) =>
    connectionToken(parseServerAddress(text, WORLD), file, {
      ...{ env: variables, cwd: "/", signal: never },
    });

  test("comes from the file, else from the environment, else there is none", async () => {
    const file = fileWith("of-the-file\n", 0o600);
    expect(await tokenFor("ws://127.0.0.1:1", file)).toBe("of-the-file");
    expect(await tokenFor("wss://example.com")).toBe("secret");
    expect(await tokenFor("unix://", undefined, {})).toBeUndefined();
  });

  test.each([
    ["ws://example.com", "a token is not sent to another machine without encryption"],
    ["ws://10.0.0.1:4500", "a token is not sent to another machine without encryption"],
    ["auto", "a token is not sent to a server that was found"],
  ])("is not sent to %s", async (text, why) => {
    await expect(tokenFor(text)).rejects.toMatchObject({
      kind: "usage",
      message: `--connect ${text}: ${why}`,
    });
  });

  test.each([
    ["that others may read", "secret", 0o640, "other users may read the file"],
    ["that is empty", " \n", 0o600, "the file is empty"],
    ["with two lines", "a\nb", 0o600, "a token has no spaces and no control characters"],
  ])("is not taken from a file %s", async (_, text, mode, why) => {
    const file = fileWith(text, mode);
    await expect(tokenFor("unix://", file)).rejects.toMatchObject({
      kind: "input",
      message: `--connect-token-file ${file}: ${why}`,
    });
  });
});

function fileWith(text: string, mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), "turnpipe-token-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "token"), text, { mode });
  return join(folder, "token");
}

const answering = (listener: RequestListener) => {
  const server = createServer(listener);
  server.on("upgrade", (_, socket) => socket.end("HTTP/1.1 404 Not Found\r\n\r\n"));
  return listening(server);
};

async function listening(server: ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

test.each([
  [
    "that answers 401",
    "HTTP/1.1 401 U",
    "unauthorized",
    "it rejects the token, or needs one (401)",
  ],
  ["that answers 403", "HTTP/1.1 403 F", "unauthorized", "it does not accept this client (403)"],
  [
    "of web pages",
    "HTTP/1.1 200 OK",
    "protocol",
    "it responds with HTTP status 200, not as a WebSocket server",
  ],
  ["of another protocol", "220 ready", "protocol", "what listens there is not a WebSocket server"],
  ["that says nothing", "", "protocol", "what listens there is not a WebSocket server"],
])("a server %s is explained", async (_, head, kind, why) => {
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(head === "" ? "" : `${head}\r\n\r\n`));
  });
  const url = `ws://127.0.0.1:${String(await listening(server))}`;
  const address = parseServerAddress(url, WORLD);
  if (address.kind === "auto") throw new Error("not an address");
  await expect(dial({ address, token: undefined }, never)).rejects.toMatchObject({
    ...{ kind, message: `cannot connect to ${url}: ${why}` },
  });
});

test("TLS with a server that has none is explained", async () => {
  const port = await listening(createTcpServer((socket) => socket.end("HTTP/1.1 400 B\r\n\r\n")));
  const url = `wss://127.0.0.1:${String(port)}`;
  const address = parseServerAddress(url, WORLD);
  if (address.kind === "auto") throw new Error("not an address");
  await expect(dial({ address, token: undefined }, never)).rejects.toMatchObject({
    ...{ kind: "server_unreachable", hint: "is it ws:// and not wss://?" },
  });
});

test("auto takes the first port that says it is ready, as an app-server does", async () => {
  const page = await answering((_, response) => response.end("<html>"));
  const busy = await answering((_, response) => response.writeHead(503).end());
  const ready = await answering((request, response) => {
    response.writeHead(request.url === "/readyz" ? 200 : 404).end();
  });
  expect(await findServer("/nowhere.sock", never, [1, page, busy, ready])).toEqual(
    web(`ws://127.0.0.1:${String(ready)}/`, false, true),
  );
});
