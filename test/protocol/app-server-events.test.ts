import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { ServerEvent } from "../../src/protocol/app-server.js";
import { appServer } from "../../src/protocol/app-server.js";
import { Peer } from "../../src/rpc/peer.js";
import { memoryTransport } from "../helpers/memory-transport.js";

const crashed = new CliError("server_crashed", "it died");

function connected() {
  const wire = memoryTransport();
  return { wire, server: appServer(new Peer(wire.transport, () => crashed)) };
}

describe("what the server says by itself", () => {
  const notification = {
    method: "turn/diff/updated",
    params: { threadId: "t", turnId: "u", diff: "d" },
  };
  const expected: ServerEvent[] = [
    {
      kind: "notification",
      notification: {
        kind: "diffUpdated",
        threadId: "t",
        turnId: "u",
        diff: "d",
        wire: notification,
      },
    },
    {
      kind: "serverRequest",
      serverRequest: {
        id: 0,
        kind: "currentTime",
        method: "currentTime/read",
        params: { threadId: "t" },
      },
    },
    { kind: "malformed", problem: "rubbish" },
  ];

  test("can be looked at, then taken, and ends with the server", async () => {
    const { wire, server } = connected();
    wire.say(notification);
    wire.say({ id: 0, method: "currentTime/read", params: { threadId: "t" } });
    wire.babble("rubbish");
    await wire.die();
    expect({ seen: server.waiting(), taken: await taken(server.events()) }).toEqual({
      seen: expected,
      taken: [...expected, crashed],
    });
  });

  test("ends when nobody waits for it any more", async () => {
    const { server } = connected();
    const events = server.openThreadEvents("t-1");
    const all = taken(events);
    const reason = new CliError("interrupted", "stopped by SIGINT");
    events.fail(reason);
    expect(await all).toEqual([reason]);
  });

  test("is answered under its own id", () => {
    const { wire, server } = connected();
    server.answer(0, { result: { decision: "decline" } });
    server.answer("q", { error: { code: -32601, message: "no" } });
    expect(wire.sent).toEqual([
      { id: 0, result: { decision: "decline" } },
      { id: "q", error: { code: -32601, message: "no" } },
    ]);
  });
});

/** Everything that came, and last the error that ended it. */
async function taken(events: AsyncIterable<ServerEvent>): Promise<unknown[]> {
  const all: unknown[] = [];
  try {
    for await (const event of events) all.push(event);
  } catch (error) {
    all.push(error);
  }
  return all;
}
