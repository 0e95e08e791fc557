import { expect, test } from "vitest";

import type { Response } from "../../src/demo/scenario.js";
import {
  answer,
  BLOCKED,
  EMPTY_TREE,
  finding,
  ownLines,
  pushed,
  REFUSED,
  says,
  shown,
  SILENT,
  unreviewed,
  verdict,
  withPush,
} from "../helpers/push.js";

const REVIEWING = "turnpipe: reviewing 1 commit for refs/heads/main\n";

test("a push goes on when the review passes", async () => {
  await withPush([answer()], async ({ install, write, push }) => {
    install();
    const to = write("code.txt", "one\n");
    expect(await push()).toEqual(pushed({ from: EMPTY_TREE, to }));
  });
});

test("a finding at the threshold stops a push in mode block and is only shown in mode warn", async () => {
  await withPush([answer(finding(1, "Bad"))], async ({ install, write, push }) => {
    install();
    const range = { from: EMPTY_TREE, to: write("code.txt", "one\n") };
    const page = `fail: the only finding blocks (P1 and worse)\n${shown(1, "Bad")}`;
    const failed = { outcome: "fail", findings: 1 } as const;
    expect(await push()).toEqual(
      pushed(range, {
        exit: 1,
        words: `${REVIEWING}${page}${BLOCKED}`,
        remote: {},
        logged: [verdict(range, failed)],
      }),
    );
    install({ mode: "warn" });
    expect(await push()).toEqual(
      pushed(range, {
        words: `turnpipe: this diff was reviewed before, and had findings\n${page}turnpipe: 1 finding, and the push continues (mode warn)\n`,
        asked: [],
        logged: [verdict(range, { ...failed, cached: true })],
      }),
    );
  });
});

test("findings below the threshold are shown and let the push go on", async () => {
  const cases = [
    [{}, 2, "pass: the only finding does not block (P1 and worse)"],
    [{ fail_on: "never" }, 0, "pass: the only finding does not block (nothing may)"],
  ] as const;
  const responses = cases.map(([, priority]) => answer(finding(priority, "Odd")));
  await withPush(responses, async ({ install, configure, write, push }) => {
    install();
    let from = EMPTY_TREE;
    for (const [review, priority, outcome] of cases) {
      configure({ review });
      const range = { from, to: write("code.txt", outcome) };
      expect(await push()).toEqual(
        pushed(range, {
          words: `${REVIEWING}${outcome}\n${shown(priority, "Odd")}turnpipe: the review passed\n`,
          logged: [verdict(range, { findings: 1 })],
        }),
      );
      from = range.to;
    }
  });
});

test("a lower threshold stops a push, and only what blocks is counted", async () => {
  const findings = [finding(1, "Bad"), finding(2, "Odd"), finding(3, "Small")];
  await withPush([answer(...findings)], async ({ install, configure, write, push }) => {
    configure({ review: { fail_on: "P2" } });
    install({ mode: "warn" });
    const range = { from: EMPTY_TREE, to: write("code.txt", "one\n") };
    const { words, ...rest } = await push();
    expect({ ...rest, words: words.split("\n").slice(-2).join("\n") }).toEqual(
      pushed(range, {
        words: "turnpipe: 2 findings, and the push continues (mode warn)\n",
        logged: [verdict(range, { outcome: "fail", findings: 3 })],
      }),
    );
  });
});

const BUSY = "We’re currently experiencing high demand, which may cause temporary errors.";
const UNREADABLE = "the reviewer's answer could not be read";
const MISSING = "no executable codex at /nowhere/codex";

/** What a reviewer said that is no verdict is shown as it came. */
const page = (text: string): string =>
  `could not review: ${UNREADABLE}\n\nThe reviewer says:\n    ${text}\n`;

/** Why there is no verdict, and what the turn itself says about it first. */
const NO_VERDICT: readonly { response?: Response; reason: string; said: string }[] = [
  {
    response: says("All is well, no bugs."),
    reason: UNREADABLE,
    said: page("All is well, no bugs."),
  },
  { response: says(""), reason: UNREADABLE, said: page("Reviewer failed to output a response.") },
  {
    response: { http: { status: 500, body: { error: { message: "broken" } } } },
    reason: BUSY,
    said: `error: ${BUSY}\n  try again later\n`,
  },
  {
    reason: MISSING,
    said: `error: ${MISSING}\nhint: install it with: npm i -g @openai/codex (or point --codex or TURNPIPE_CODEX at it)\n`,
  },
];

const openWords = (problem: string): string =>
  `turnpipe: COULD NOT REVIEW: ${problem}\nturnpipe: THE PUSH CONTINUES WITHOUT A REVIEW (on_error: open)\n`;
const warnWords = (problem: string): string =>
  `turnpipe: could not review, and the push continues: ${problem}\n`;
const closedWords = (problem: string): string =>
  `turnpipe: could not review: ${problem}: nothing is pushed (on_error: closed)\n${REFUSED}`;

test.each([
  ["open", "goes on, loudly", openWords],
  ["warn", "goes on with a word", warnWords],
  ["closed", "stops", closedWords],
] as const)(
  "under on_error %s a push without a verdict %s, and what failed is not remembered",
  async (onError, _, wordsFor) => {
    const responses = NO_VERDICT.flatMap(({ response }) => response ?? []);
    await withPush(responses, async ({ install, write, push }) => {
      install({ onError });
      let from = EMPTY_TREE;
      // Under closed nothing arrives: then it is the same change each time.
      let to = write("code.txt", "0\n");
      for (const [at, { response, reason, said }] of NO_VERDICT.entries()) {
        const env = response === undefined ? { TURNPIPE_CODEX: "/nowhere/codex" } : {};
        const stops = onError === "closed";
        expect(await push(undefined, { env })).toEqual(
          pushed(
            { from, to },
            {
              exit: stops ? 1 : 0,
              words: `${REVIEWING}${said}${wordsFor(reason)}`,
              ...(stops ? { remote: {} } : {}),
              ...(response === undefined ? { asked: [] } : {}),
              logged: [verdict({ from, to }, { what: "error", outcome: "error", reason })],
            },
          ),
        );
        if (!stops) [from, to] = [to, write("code.txt", `${at + 1}\n`)];
      }
    });
  },
);

test.each([
  ["closed", closedWords],
  ["open", openWords],
] as const)(
  "a model that takes too long is left when the time is up, and on_error %s decides",
  async (onError, wordsFor) => {
    await withPush([SILENT], async ({ install, configure, write, push }) => {
      configure({ review: { timeout: "2s" } });
      install({ onError });
      const range = { from: EMPTY_TREE, to: write("code.txt", "one\n") };
      const reason = "no review result within 2 s";
      const began = Date.now();
      const { words, ...rest } = await push();
      // An interrupt that the server takes is the matter of a moment; one that it refuses, of three seconds.
      expect(Date.now() - began).toBeLessThan(4_500);
      expect({ ...rest, words: ownLines(words) }).toEqual(
        pushed(range, {
          ...(onError === "closed" ? { exit: 1, remote: {} } : {}),
          words: ownLines(`${REVIEWING}${wordsFor(reason)}`),
          // On a busy machine the time may be up before codex has come to ask.
          asked: expect.any(Array) as string[],
          logged: [verdict(range, { what: "error", outcome: "error", reason })],
        }),
      );
    });
  },
);

test("TURNPIPE_SKIP pushes unseen, needs no server, and its reason is logged", async () => {
  await withPush([answer()], async ({ repo, install, write, push }) => {
    install({ onError: "closed" });
    const first = write("code.txt", "one\n");
    const env = { TURNPIPE_SKIP: "  prod is down  ", TURNPIPE_CODEX: "/nowhere/codex" };
    const skipped = {
      what: "skip",
      outcome: null,
      reason: "prod is down",
      findings: null,
    } as const;
    expect(await push(undefined, { env })).toEqual({
      ...unreviewed({ "refs/heads/main": first }),
      words: "turnpipe: the review is skipped: prod is down\n",
      logged: [{ ...verdict({ from: null, to: null }, skipped), ref: null }],
    });
    const second = write("code.txt", "two\n");
    expect(await push(undefined, { env: { TURNPIPE_SKIP: " " } })).toEqual(
      pushed({ from: first, to: second }),
    );
    expect(repo.git("rev-parse", "origin/main")).toBe(second);
  });
});
