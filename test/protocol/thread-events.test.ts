import { expect, test } from "vitest";

import type { ServerEvent } from "../../src/protocol/app-server.js";
import { parseNotification } from "../../src/protocol/notifications.js";
import { parseServerRequest } from "../../src/protocol/server-requests.js";
import type { ThreadEvents } from "../../src/protocol/thread-events.js";
import { ThreadRouter } from "../../src/protocol/thread-events.js";

/** A server that sends these events and is gone then. */
async function* sending(...events: ServerEvent[]): AsyncGenerator<ServerEvent> {
  yield* events;
  await Promise.resolve();
  throw new Error("the server is gone");
}

const about = (threadId: string, delta: string): ServerEvent => ({
  kind: "notification",
  notification: parseNotification("item/agentMessage/delta", {
    ...{ threadId, delta },
    ...{ turnId: "u", itemId: "i" },
  }),
});
const request = (threadId: string, id: number): ServerEvent => ({
  kind: "serverRequest",
  serverRequest: parseServerRequest({ id, method: "item/tool/call", params: { threadId } }),
});
const WARNING: ServerEvent = {
  kind: "notification",
  notification: parseNotification("configWarning", { summary: "careful" }),
};

/** All that a reader gets, and the message of the error at its end. */
async function received(events: ThreadEvents): Promise<unknown[]> {
  const all: unknown[] = [];
  try {
    for await (const event of events) all.push(event);
  } catch (error) {
    all.push((error as Error).message);
  }
  return all;
}

test("each thread gets its own events in order, and those of no thread", async () => {
  const one = [about("t-1", "a"), about("t-1", "b")];
  const two = [about("t-2", "c")];
  const router = new ThreadRouter(sending(one[0]!, two[0]!, WARNING, one[1]!));
  const readers = [router.open("t-1"), router.open("t-2")];
  expect(await Promise.all(readers.map(received))).toEqual([
    [one[0], WARNING, one[1], "the server is gone"],
    [...two, WARNING, "the server is gone"],
  ]);
});

test("what an unknown thread sends goes to all readers, what it requests to the oldest", async () => {
  const router = new ThreadRouter(sending(about("sub-agent", "a"), request("sub-agent", 7)));
  const readers = [router.open("t-1"), router.open("t-2")];
  expect(await Promise.all(readers.map(received))).toEqual([
    [about("sub-agent", "a"), request("sub-agent", 7), "the server is gone"],
    [about("sub-agent", "a"), "the server is gone"],
  ]);
});

test("a thread that is opened late gets what came for it before", async () => {
  const router = new ThreadRouter(sending(about("t-2", "early"), about("t-1", "a")));
  const first = router.open("t-1")[Symbol.asyncIterator]();
  await first.next();
  const late = router.open("t-2")[Symbol.asyncIterator]();
  expect((await late.next()).value).toEqual(about("t-2", "early"));
});

test("a reader that fails or closes leaves the others alone", async () => {
  const router = new ThreadRouter(sending(about("t-1", "a"), about("t-2", "b")));
  const [failed, closed, other] = ["t-1", "t-3", "t-2"].map((id) => router.open(id));
  closed!.close();
  failed!.fail(new Error("stopped"));
  expect(await Promise.all([received(failed!), received(other!)])).toEqual([
    ["stopped"],
    [about("t-2", "b"), "the server is gone"],
  ]);
});
