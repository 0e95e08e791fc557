import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";

import { expect, test } from "vitest";

import { decline } from "../../src/approvals/decline.js";
import { CliError } from "../../src/outcome/errors.js";
import { appServer, type ServerEvent } from "../../src/protocol/app-server.js";
import { Peer, RpcError } from "../../src/rpc/peer.js";
import type { Received, Transport } from "../../src/transport/transport.js";
import { FIXTURES } from "../helpers/fixture.js";

/** A message a server might wrongly send, while our request with the id 0 waits for its reply. */
interface Rejected {
  readonly description: string;
  readonly message: unknown;
  /** What becomes of our request, what the session gets to see, and what the server gets to hear. */
  readonly expect: { ourRequest: unknown; events: unknown[]; answers: unknown[] };
}

const FOLDER = join(FIXTURES, "rejected");

const cases = readdirSync(FOLDER).map((file) => {
  const rejected = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Rejected;
  return [file.replace(/\.json$/, ""), rejected] as const;
});

test.each(cases)("%s", async (_name, { description, message, expect: expected }) => {
  expect(await whatBecomesOf(message), description).toEqual(expected);
});

test("every case says what it is about", () => {
  expect(cases.filter(([, { description }]) => !/^[A-Z].*\.$/.test(description))).toEqual([]);
});

async function whatBecomesOf(message: unknown): Promise<Rejected["expect"]> {
  const { transport, deliver, sent } = lineToNobody();
  const peer = new Peer(transport, () => new CliError("server_crashed", "gone"));
  const server = appServer(peer);
  let ourRequest: unknown = "still waits";
  void peer.request("ask", {}, A_SECOND).then(
    (result) => (ourRequest = { result }),
    (error: unknown) => (ourRequest = error instanceof RpcError ? { error: error.error } : error),
  );
  deliver({ kind: "value", value: message, size: 0 });
  const events = server.waiting();
  for (const event of events) answer(event, server.answer);
  await turnOfTheLoop();
  return JSON.parse(
    JSON.stringify({ ourRequest, events, answers: sent.slice(1) }),
  ) as Rejected["expect"];
}

const A_SECOND = 1_000;

function answer(event: ServerEvent, send: ReturnType<typeof appServer>["answer"]): void {
  if (event.kind === "serverRequest")
    send(event.serverRequest.id, decline(event.serverRequest).response);
}

function lineToNobody() {
  const sent: unknown[] = [];
  let deliver: (received: Received) => void = () => undefined;
  const transport: Transport = {
    send: (value) => void sent.push(value),
    receive: (listener) => {
      deliver = listener;
    },
    pause: () => undefined,
    resume: () => undefined,
    closed: new Promise(() => undefined),
    close: () => Promise.resolve([]),
  };
  return { transport, deliver: (received: Received) => deliver(received), sent };
}
