import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  answer,
  BLOCKED,
  EMPTY_TREE,
  finding,
  pushed,
  REFUSED,
  shown,
  verdict,
  withPush,
  type Pushed,
} from "../helpers/push.js";

/** An answer that is remembered needs no codex. */
const NO_SERVER = { env: { TURNPIPE_CODEX: "/nowhere/codex" } };
const PAGE = `fail: the only finding blocks (P1 and worse)\n${shown(1, "Bad")}`;

test("a push of the same change again is answered without a server, as it was before", async () => {
  await withPush([answer(finding(1, "Bad"))], async ({ repo, install, write, push }) => {
    install();
    const range = { from: EMPTY_TREE, to: write("code.txt", "one\n") };
    const blocked = (to: string, cached: boolean): Pushed =>
      pushed(range, {
        exit: 1,
        words: `turnpipe: ${cached ? "this diff was reviewed before, and had findings" : "reviewing 1 commit for refs/heads/main"}\n${PAGE}${BLOCKED}`,
        remote: {},
        ...(cached ? { asked: [] } : {}),
        logged: [verdict({ ...range, to }, { outcome: "fail", findings: 1, cached })],
      });
    expect(await push()).toEqual(blocked(range.to, false));
    expect(await push(undefined, NO_SERVER)).toEqual(blocked(range.to, true));
    // Other words, the same change.
    repo.git("commit", "--quiet", "--amend", "--message=again");
    const amended = repo.git("rev-parse", "HEAD");
    expect(amended).not.toBe(range.to);
    expect(await push(undefined, NO_SERVER)).toEqual(blocked(amended, true));
  });
});

test("a review that passed is remembered, too, when something else stopped the push", async () => {
  await withPush([answer()], async ({ repo, install, write, push }) => {
    install();
    const range = { from: EMPTY_TREE, to: write("code.txt", "one\n") };
    repo.git("-C", repo.remote, "config", "receive.maxInputSize", "1");
    const { exit, remote, asked } = await push();
    expect({ exit, remote, asked }).toEqual({
      exit: 1,
      remote: {},
      asked: [`${range.from}..${range.to}`],
    });
    repo.git("-C", repo.remote, "config", "--unset", "receive.maxInputSize");
    expect(await push(undefined, NO_SERVER)).toEqual(
      pushed(range, {
        words: "turnpipe: the review passed\n",
        asked: [],
        logged: [verdict(range, { cached: true })],
      }),
    );
  });
});

test("another change, threshold or instruction is another verdict, another policy is not", async () => {
  const responses = Array.from({ length: 5 }, () => answer(finding(0, "Bad")));
  await withPush(responses, async ({ repo, install, configure, write, push }) => {
    install();
    write("code.txt", "one\n");
    const file = join(repo.root, "rubric.md");
    const instruct = (text: string) => {
      writeFileSync(file, text);
      configure({ review: { instructions_file: file } });
    };
    const steps: readonly [what: string, change: () => unknown, asked: number][] = [
      ["the first", () => undefined, 1],
      ["another change", () => write("code.txt", "two\n"), 1],
      ["another threshold", () => configure({ review: { fail_on: "P0" } }), 1],
      ["the same as a default", () => configure({ review: { fail_on: "P1" } }), 0],
      ["instructions", () => instruct("Look at the names."), 1],
      ["other instructions in the same file", () => instruct("Look at the tests."), 1],
      ["the instructions from before", () => instruct("Look at the names."), 0],
      ["the policy alone", () => install({ onError: "closed" }), 0],
      ["nothing configured", () => configure({}), 0],
    ];
    const came: unknown[] = [];
    for (const [what, change] of steps) {
      change();
      const { exit, asked, remote, left } = await push();
      came.push([what, { exit, asked: asked.length, remote, left }]);
    }
    expect(came).toEqual(
      steps.map(([what, , asked]) => [what, { exit: 1, asked, remote: {}, left: [] }]),
    );
  });
});

test("two pushes of one change to two refs agree on one verdict", async () => {
  await withPush([answer(finding(1, "Bad"))], async ({ repo, install, write, push }) => {
    install();
    const to = write("code.txt", "one\n");
    repo.git("checkout", "--quiet", "--orphan", "twin");
    repo.git("commit", "--quiet", "--message=the same files");
    const twin = repo.git("rev-parse", "HEAD");
    const failed = { outcome: "fail", findings: 1 } as const;
    const words = BLOCKED.replace(REFUSED, "");
    expect(await push(["origin", "main", "twin"])).toEqual(
      pushed(
        { from: EMPTY_TREE, to },
        {
          exit: 1,
          words: `turnpipe: reviewing 1 commit for refs/heads/main\n${PAGE}${words}turnpipe: this diff was reviewed before, and had findings\n${PAGE}${BLOCKED}`,
          remote: {},
          logged: [
            verdict({ from: EMPTY_TREE, to }, failed),
            verdict(
              { ref: "refs/heads/twin", from: EMPTY_TREE, to: twin },
              { ...failed, cached: true },
            ),
          ],
        },
      ),
    );
  });
});
