import { join } from "node:path";

import { expect, test } from "vitest";

import {
  answer,
  EMPTY_TREE,
  finding,
  pushed,
  REFUSED,
  SILENT,
  unreviewed,
  withPush,
} from "../helpers/push.js";

const BAD = answer(finding(1, "Bad"));

test("a commit made during the review does not carry a finding past the gate", async () => {
  // What is pushed was named by its ids when the push began: HEAD is no part of it.
  await withPush([{ ...BAD, delay_ms: 500 }], async ({ repo, install, write, push }) => {
    install();
    write("code.txt", "one\n");
    const meanwhile = () => repo.commit("meanwhile");
    const { exit, remote, asked } = await push(undefined, { meanwhile });
    expect({ exit, remote, reviews: asked.length }).toEqual({ exit: 1, remote: {}, reviews: 1 });
  });
});

test("a change that is known to be bad stays here when the time runs out on another", async () => {
  await withPush([BAD, SILENT], async ({ repo, install, configure, write, push }) => {
    install({ onError: "open" });
    const base = write("start.txt", "start\n");
    await push(undefined, { env: { TURNPIPE_SKIP: "the start" } });
    repo.git("checkout", "--quiet", "-b", "bad");
    write("code.txt", "bad\n");
    const before = await push(["origin", "bad"]);
    repo.git("checkout", "--quiet", "-b", "another", "main");
    write("other.txt", "other\n");
    configure({ review: { timeout: "2s" } });
    const together = await push(["origin", "another", "bad"]);
    const remote = { "refs/heads/main": base };
    expect([before, together].map((came) => ({ exit: came.exit, remote: came.remote }))).toEqual([
      { exit: 1, remote },
      { exit: 1, remote },
    ]);
  });
});

test("a repository without commits can delete, and pushes what it fetched with a review", async () => {
  await withPush([answer()], async ({ repo, run, write, push }) => {
    const to = write("code.txt", "one\n");
    await push(["origin", "main", "main:refs/heads/old"]);
    const cwd = join(repo.root, "empty");
    repo.git("init", "--quiet", "--initial-branch=main", cwd);
    repo.git("-C", cwd, "remote", "add", "origin", repo.remote);
    const where = { cwd, logs: cwd };
    const install = ["turnpipe", "review", "hook", "install", "--on-error", "closed"] as const;
    expect((await run(install, where)).exit).toBe(0);
    const main = { "refs/heads/main": to };
    expect(await push(["origin", "main"], where)).toEqual({
      ...unreviewed({ ...main, "refs/heads/old": to }),
      exit: 1,
      words: `error: src refspec main does not match any\n${REFUSED}`,
    });
    expect(await push(["origin", "--delete", "old"], where)).toEqual(unreviewed(main));
    repo.git("-C", cwd, "fetch", "--quiet", repo.remote, "main");
    const ref = "refs/heads/new";
    expect(await push(["origin", `FETCH_HEAD:${ref}`], where)).toEqual(
      pushed({ ref, from: EMPTY_TREE, to }, { remote: { ...main, [ref]: to } }),
    );
  });
});
