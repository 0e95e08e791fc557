import { expect, test } from "vitest";

import {
  answerTo,
  completed,
  ENDING,
  GREETING,
  message,
  notification,
  OPENING,
  OURS,
  said,
  server,
  STARTED,
  THREAD_START,
  TURN_START,
  work,
} from "../helpers/conversation.js";
import type { Step } from "../helpers/fixture.js";
import { heardIn, play, playIn, withFolder } from "../helpers/play.js";

const DONE = {
  exit: 0,
  events: [...STARTED, said("Done"), completed("Done")],
  stderr: "",
  left: [],
};
const IGNORED = "warning: ignored a message from the server: ";
const raw = (text: string): Step => ({ from: "server", raw: text });

test("lines that are not JSON are reported and survived, before and within a turn", async () => {
  const steps = [
    raw("Listening on nothing in particular\n"),
    ...OPENING,
    raw("\x1b[31mpanic?\x1b[0m\n{not json}\n"),
    message("Done"),
    ...ENDING,
  ];
  const { stderr, ...rest } = await play(steps);
  expect({ ...rest, reports: stderr.split("\n").map((line) => line.startsWith(IGNORED)) }).toEqual({
    exit: 0,
    events: DONE.events,
    left: [],
    reports: [true, true, true, false],
  });
});

test("three megabytes of noise cost a few kilobytes of stderr", async () => {
  const noise: Step = {
    from: "server",
    raw: `\u0007\u001b[2J\u0000 ${"binary ".repeat(20)}\n`,
    times: 20_000,
  };
  const { stderr, ...rest } = await play([...OPENING, noise, message("Done"), ...ENDING]);
  expect({ ...rest, short: stderr.length < 4_000 }).toEqual({
    exit: 0,
    events: DONE.events,
    left: [],
    short: true,
  });
});

test("the line null and an empty line do not end the conversation", async () => {
  const steps = [...OPENING, raw("null\n\n"), message("Done"), ...ENDING];
  expect(await play(steps)).toEqual({
    ...DONE,
    stderr: `${IGNORED}a JSON value that is not a JSON-RPC message\n`,
  });
});

test("a line of 70 MB is over the limit: reported, and survived", async () => {
  const long: Step = { from: "server", raw: "x", times: 70_000_000 };
  const steps = [...OPENING, long, raw("\n"), message("Done"), ...ENDING];
  expect(await play(steps)).toEqual({
    ...DONE,
    stderr: `${IGNORED}a line of 70000001 bytes is over the limit of 67108864\n`,
  });
});

test("a message in many pieces, cut inside of a character, is one message", async () => {
  const line = Buffer.from(
    `${JSON.stringify((message("Grüße") as { message: object }).message)}\n`,
  );
  const at = line.indexOf("ü") + 1;
  const pieces = [line.subarray(0, at), line.subarray(at)].map((bytes): Step => ({
    from: "server",
    base64: bytes.toString("base64"),
  }));
  expect(await play([...OPENING, ...pieces, ...ENDING])).toEqual({
    ...DONE,
    events: [...STARTED, said("Grüße"), completed("Grüße")],
  });
});

test("lines may end in CR LF", async () => {
  const [first, ...rest] = OPENING;
  const hello = `${JSON.stringify((rest[0] as { message: object }).message)}\r\n`;
  const steps = [first!, raw(hello), ...rest.slice(1), message("Done"), ...ENDING];
  expect(await play(steps)).toEqual(DONE);
});

test("news nobody knows is named once, and only to those who want to know", async () => {
  const foreign = notification("thread/hologram/updated", { threadId: OURS.threadId });
  const steps = [...OPENING, foreign, foreign, message("Done"), ...ENDING];
  const { stderr, ...verbose } = await play(steps, ["run", "--json", "--verbose", "Go"]);
  const named = stderr.split("\n").filter((line) => line.includes("hologram"));
  expect([await play(steps), { ...verbose, named }]).toEqual([
    DONE,
    {
      exit: 0,
      events: DONE.events,
      left: [],
      named: ["the server sent thread/hologram/updated, which this version does not know"],
    },
  ]);
});

test("news of other threads and turns is not ours", async () => {
  const item = { type: "agentMessage", id: "m", text: "Not ours" };
  const steps = [
    ...OPENING,
    notification("item/completed", { ...OURS, threadId: "thread-2", item }),
    notification("item/completed", { ...OURS, turnId: "turn-2", item }),
    notification("turn/completed", {
      threadId: "thread-2",
      turn: { id: "turn-2", status: "failed" },
    }),
    message("Done"),
    ...ENDING,
  ];
  expect(await play(steps)).toEqual(DONE);
});

test("an item nobody knows is counted, not shown", async () => {
  const item = { type: "hologram", id: "h" };
  const steps = [
    ...OPENING,
    notification("item/completed", { ...OURS, item }),
    message("Done"),
    ...ENDING,
  ];
  expect(await play(steps)).toEqual({
    ...DONE,
    events: [...STARTED, said("Done"), completed("Done", work({ unknown_items: 1 }))],
  });
});

test("news with a jsonrpc member and replies out of order are understood", async () => {
  const [ask, response] = THREAD_START;
  const steps = [
    ...GREETING,
    ask!,
    // Replies to nobody around ours, and news of a turn before its reply names it.
    server({ jsonrpc: "2.0", id: 77, result: {} }),
    response!,
    server({ jsonrpc: "2.0", id: 1, result: { thread: { id: "another" } } }),
    TURN_START[0]!,
    TURN_START[2]!,
    TURN_START[1]!,
    server({
      jsonrpc: "2.0",
      method: "item/completed",
      params: { ...OURS, item: { type: "agentMessage", id: "m", text: "Done" } },
    }),
    ...ENDING,
  ];
  expect(await play(steps)).toEqual(DONE);
});

test("a request for approval with the id 0 is declined, and the turn goes on", async () => {
  const method = "item/commandExecution/requestApproval";
  const steps = [
    ...OPENING,
    server({ id: 0, method, params: OURS }),
    answerTo(0),
    message("Done"),
    ...ENDING,
  ];
  await withFolder(async (dir) => {
    const played = await playIn(dir, steps, ["run", "--json", "Go"]);
    const heard = await heardIn(dir);
    expect({ ...played, answers: heard.filter((line) => line.method === undefined) }).toEqual({
      ...DONE,
      events: [...STARTED, said("Done"), completed("Done", work({ declined: 1 }))],
      stderr:
        "warning: declined a request of the server (command): approvals are disabled for this run\n",
      answers: [{ id: 0, result: { decision: "decline" } }],
    });
  });
});

test("a request nobody knows is answered with an error at once, and the turn goes on", async () => {
  const method = "item/hologram/requestApproval";
  const steps = [
    ...OPENING,
    server({ id: "q", method, params: OURS }),
    answerTo("q"),
    message("Done"),
    ...ENDING,
  ];
  await withFolder(async (dir) => {
    const played = await playIn(dir, steps, ["run", "--json", "Go"]);
    const heard = await heardIn(dir);
    const refusal = `${method} is not supported by turnpipe`;
    expect({ ...played, answers: heard.filter((line) => line.method === undefined) }).toEqual({
      ...DONE,
      events: [...STARTED, said("Done"), completed("Done")],
      stderr: `warning: declined a request of the server (unknown): ${refusal}\n`,
      answers: [{ id: "q", error: { code: -32601, message: refusal } }],
    });
  });
});
