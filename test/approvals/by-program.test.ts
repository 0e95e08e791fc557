import { expect, test } from "vitest";

import { byProgram, type RunProgram } from "../../src/approvals/by-program.js";
import type { Decision } from "../../src/approvals/response.js";
import { GOING_ON, sample, SAMPLES } from "./samples.js";

const no = (reason: string): Decision => ({ decision: "decline", reason });

/** What comes of a program that prints this. */
const saying = (output: string) =>
  byProgram(() => Promise.resolve(output)).decide(sample.command(), GOING_ON);

test("a program gets each request whole, as one line of JSON, and the signal to stop", async () => {
  const given: [input: string, stop: AbortSignal][] = [];
  const approver = byProgram((input, stop) => {
    given.push([input, stop]);
    return Promise.resolve('{"decision":"accept"}');
  });
  const odd = sample.command({ command: 'echo "a\nb" 日本 \u{1F600}' });
  for (const request of [...SAMPLES, odd]) await approver.decide(request, GOING_ON);
  expect(given.map(([input]) => input.indexOf("\n") === input.length - 1)).not.toContain(false);
  expect(given.map(([input, stop]) => [JSON.parse(input) as unknown, stop])).toEqual(
    [...SAMPLES, odd].map((request) => [request, GOING_ON]),
  );
});

test.each(["accept", "acceptForSession", "decline", "cancel"])(
  "a program may decide %s, with a reason or without",
  async (decision) => {
    expect([
      await saying(JSON.stringify({ decision })),
      await saying(`\n  ${JSON.stringify({ decision, reason: "on Fridays" })}\n\n`),
    ]).toEqual([
      { decision, reason: "decided by the program" },
      { decision, reason: "on Fridays" },
    ]);
  },
);

test.each([
  "",
  " \n",
  "accept",
  '"accept"',
  "null",
  "[]",
  '[{"decision":"accept"}]',
  "{}",
  '{"decision":"accept"',
  '{"decision":"accept"}{"decision":"accept"}',
  '{"decision":"accept"}\n{"decision":"decline"}',
  '{"decision":"accept","extra":1}',
  '{"decision":"accept","reason":5}',
  '{"decision":"accept","reason":null}',
  '{"decision":"approved"}',
  '{"decision":"Accept"}',
  '{"decision":"toString"}',
  '{"decision":true}',
  '{"Decision":"accept"}',
  '{"reason":"accept"}',
])("%j is no decision, and so a no", async (output) => {
  expect(await saying(output)).toEqual(no("the program's output is not a valid decision"));
});

test.each<[thrown: unknown, reason: string]>([
  [new Error("gate failed: exit 1"), "gate failed: exit 1"],
  ["a word", "a word"],
])("a program that fails with %s is a no", async (thrown, reason) => {
  const failing = byProgram(async () => {
    throw thrown;
  });
  expect(await failing.decide(sample.command(), GOING_ON)).toEqual(no(reason));
});

test("three requests at once are decided one after the other, in order", async () => {
  const { run, running } = byHand();
  const approver = byProgram(run);
  const deciding = ["a", "b", "c"].map((command) =>
    approver.decide(sample.command({ command }), GOING_ON),
  );
  const seen: string[][] = [];
  for (const output of ['{"decision":"accept"}', "crash", '{"decision":"cancel"}']) {
    await settled();
    seen.push(running.map(({ command }) => command));
    running.shift()?.end(output);
  }
  expect(seen).toEqual([["a"], ["b"], ["c"]]);
  expect(await Promise.all(deciding)).toEqual([
    { decision: "accept", reason: "decided by the program" },
    no("crashed"),
    { decision: "cancel", reason: "decided by the program" },
  ]);
});

test("a program is not started for a request whose time is over while it waits", async () => {
  const { run, running } = byHand();
  const approver = byProgram(run);
  const over = new AbortController();
  const first = approver.decide(sample.command({ command: "a" }), GOING_ON);
  const second = approver.decide(sample.command({ command: "b" }), over.signal);
  const third = approver.decide(sample.command({ command: "c" }), GOING_ON);
  await settled();
  over.abort(new Error("too late"));
  running.shift()?.end('{"decision":"accept"}');
  await first;
  await settled();
  expect(running.map(({ command }) => command)).toEqual(["c"]);
  running.shift()?.end('{"decision":"accept"}');
  expect([(await second).decision, (await third).decision]).toEqual(["decline", "accept"]);
});

interface Running {
  command: string;
  end(output: string): void;
}

/** Programs that end when the test says so. */
function byHand(): { run: RunProgram; running: Running[] } {
  const running: Running[] = [];
  const run: RunProgram = (input) =>
    new Promise((resolve, reject) => {
      const { command } = JSON.parse(input) as { command: string };
      const end = (output: string) =>
        output === "crash" ? reject(new Error("crashed")) : resolve(output);
      running.push({ command, end });
    });
  return { run, running };
}

/** Whatever can go on without the outside has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
