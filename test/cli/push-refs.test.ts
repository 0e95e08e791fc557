import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  answer,
  EMPTY_TREE,
  finding,
  pushed,
  unreviewed,
  verdict,
  withPush,
} from "../helpers/push.js";

const reviewing = (ref: string, commits = "1 commit"): string =>
  `turnpipe: reviewing ${commits} for ${ref}\n`;
const PASSED = "turnpipe: the review passed\n";
const MAIN = "refs/heads/main";

/** As many answers as a test has reviews; one more would be a failing model. */
const passing = (count: number) => Array.from({ length: count }, () => answer());

test("a branch is reviewed from its first commit on, each time what is new", async () => {
  await withPush(passing(3), async ({ repo, install, write, push }) => {
    install({ onError: "closed" });
    write("code.txt", "one\n");
    const first = write("code.txt", "two\n");
    expect(await push()).toEqual(
      pushed(
        { from: EMPTY_TREE, to: first },
        { words: `${reviewing(MAIN, "2 commits")}${PASSED}` },
      ),
    );
    expect(await push()).toEqual(unreviewed({ [MAIN]: first }));

    const second = write("code.txt", "three\n");
    mkdirSync(join(repo.dir, "deep", "er"), { recursive: true });
    expect(await push(undefined, { cwd: join(repo.dir, "deep", "er") })).toEqual(
      pushed({ from: first, to: second }),
    );

    write("code.txt", "four\n");
    repo.git("commit", "--quiet", "--amend", "--all", "--message=amended");
    repo.git("reset", "--quiet", "--soft", first);
    const third = repo.commit("instead of the second");
    expect(await push(["--force", "origin", "main"])).toEqual(pushed({ from: first, to: third }));
  });
});

test("a new branch is reviewed from where it left, and nobody is asked when it brings nothing", async () => {
  await withPush(passing(2), async ({ repo, install, write, push }) => {
    install({ onError: "closed" });
    const base = write("code.txt", "one\n");
    await push();
    repo.git("checkout", "--quiet", "-b", "topic");
    expect(await push(["origin", "topic"])).toEqual(
      unreviewed({ [MAIN]: base, "refs/heads/topic": base }),
    );
    const to = write("other.txt", "one\n");
    const ref = "refs/heads/feature/x";
    const remote = { [MAIN]: base, "refs/heads/topic": base, [ref]: to };
    expect(await push(["origin", `HEAD:${ref}`])).toEqual(
      pushed({ ref, from: base, to }, { remote }),
    );
    // The remote has it under another name; that it passed there is known, and said.
    const known = { ref: "refs/heads/topic", from: base, to };
    expect(await push(["origin", "topic"])).toEqual({
      ...unreviewed({ ...remote, "refs/heads/topic": to }),
      words: "turnpipe: the review passed\n",
      logged: [verdict(known, { cached: true })],
    });
    expect(await push(["origin", "--delete", "topic", "feature/x"])).toEqual(
      unreviewed({ [MAIN]: base }),
    );
  });
});

test("a tag is reviewed for the commits it brings, whatever kind of tag it is", async () => {
  await withPush(passing(3), async ({ repo, install, write, push }) => {
    install({ onError: "closed" });
    const base = write("code.txt", "one\n");
    await push();
    repo.git("tag", "light-old");
    repo.git("tag", "--annotate", "--message=old", "full-old");
    const old = repo.git("rev-parse", "full-old");
    const before = { [MAIN]: base, "refs/tags/full-old": old, "refs/tags/light-old": base };
    expect(await push(["origin", "--tags"])).toEqual(unreviewed(before));

    const second = write("code.txt", "two\n");
    repo.git("tag", "light");
    const light = { ref: "refs/tags/light", from: base, to: second };
    expect(await push(["origin", "light"])).toEqual(
      pushed(light, { remote: { ...before, "refs/tags/light": second } }),
    );
    const third = write("code.txt", "three\n");
    repo.git("tag", "--annotate", "--message=new", "full");
    // The remote has the second commit, but nothing here follows a tag of a remote.
    const full = { ref: "refs/tags/full", from: base, to: third };
    expect(await push(["origin", "full"])).toEqual(
      pushed(full, {
        words: `${reviewing(full.ref, "2 commits")}${PASSED}`,
        remote: {
          ...before,
          "refs/tags/light": second,
          "refs/tags/full": repo.git("rev-parse", "full"),
        },
      }),
    );
  });
});

test("a tree that is pushed without a commit is reviewed as a whole", async () => {
  await withPush(passing(1), async ({ repo, install, write, push }) => {
    install({ onError: "closed" });
    const base = write("code.txt", "one\n");
    await push(undefined, { env: { TURNPIPE_SKIP: "the start" } });
    write("evil.js", "evil()\n");
    const tree = repo.git("rev-parse", "HEAD^{tree}");
    const ref = "refs/tags/x";
    expect(await push(["origin", `${tree}:${ref}`])).toEqual(
      pushed(
        { ref, from: EMPTY_TREE, to: tree },
        {
          words: `turnpipe: reviewing a tree for ${ref}\n${PASSED}`,
          remote: { [MAIN]: base, [ref]: tree },
        },
      ),
    );
  });
});

test("a single file is left to the policy for errors, and does not take a branch along", async () => {
  await withPush([answer(finding(1, "Bad"))], async ({ repo, install, write, push }) => {
    install({ onError: "open" });
    const to = write("code.txt", "one\n");
    const blob = repo.git("rev-parse", "HEAD:code.txt");
    const problem = "refs/tags/x is a single file without a tree, which cannot be compared";
    const { exit, remote, asked, logged, words } = await push([
      "origin",
      "main",
      `${blob}:refs/tags/x`,
    ]);
    const range = { from: EMPTY_TREE, to };
    expect({
      exit,
      remote,
      asked,
      logged,
      isLoud: words.includes(`NOT REVIEW: ${problem}`),
    }).toEqual({
      exit: 1,
      remote: {},
      asked: [`${EMPTY_TREE}..${to}`],
      logged: [
        verdict(
          { ref: "refs/tags/x", from: EMPTY_TREE, to: blob },
          { what: "error", outcome: "error", reason: problem, findings: null },
        ),
        verdict(range, { outcome: "fail", findings: 1 }),
      ],
      isLoud: true,
    });
  });
});

test("two refs at once are two reviews, and one that fails stops both", async () => {
  await withPush(
    [answer(), answer(finding(1, "Bad", "b.txt"))],
    async ({ repo, install, write, push }) => {
      install();
      const base = write("code.txt", "one\n");
      await push(undefined, { env: { TURNPIPE_SKIP: "the start" } });
      repo.git("checkout", "--quiet", "-b", "a");
      const a = { ref: "refs/heads/a", from: base, to: write("a.txt", "a\n") };
      repo.git("checkout", "--quiet", "-b", "b", "main");
      const b = { ref: "refs/heads/b", from: base, to: write("b.txt", "b\n") };
      const { exit, left, remote, asked, logged } = await push(["origin", "a", "b"]);
      expect({ exit, left, remote, asked, logged }).toEqual({
        exit: 1,
        left: [],
        remote: { [MAIN]: base },
        asked: [`${base}..${a.to}`, `${base}..${b.to}`],
        logged: [verdict(a), verdict(b, { outcome: "fail", findings: 1 })],
      });
      repo.git("checkout", "--quiet", "-B", "b", "a");
      repo.git("branch", "twin", "a");
      // The same change under three names is one, and the one that was seen above.
      expect(await push(["--force", "origin", "a", "b", "twin", ":main"])).toEqual({
        ...unreviewed({ [a.ref]: a.to, [b.ref]: a.to, "refs/heads/twin": a.to }),
        words: PASSED,
        logged: [verdict(a, { cached: true })],
      });
    },
  );
});

test("a push to an address is compared with what other remotes are known to have", async () => {
  await withPush(passing(2), async ({ repo, install, write, push }) => {
    install({ onError: "closed" });
    const first = write("code.txt", "one\n");
    expect(await push([repo.remote, "main"])).toEqual(pushed({ from: EMPTY_TREE, to: first }));
    repo.git("fetch", "--quiet", "origin");
    const second = write("code.txt", "two\n");
    expect(await push([`file://${repo.remote}`, "main"])).toEqual(
      pushed({ from: first, to: second }),
    );
  });
});

test("a forced push over commits that are not known here is reviewed from what is", async () => {
  await withPush(passing(1), async ({ repo, install, write, push }) => {
    install({ onError: "closed" });
    const base = write("code.txt", "one\n");
    await push(undefined, { env: { TURNPIPE_SKIP: "the start" } });
    const other = join(repo.root, "other");
    repo.git("clone", "--quiet", "--branch=main", repo.remote, other);
    repo.git("-C", other, "commit", "--quiet", "--allow-empty", "--message=theirs");
    repo.git("-C", other, "push", "--quiet", "origin", "HEAD:main");
    const to = write("code.txt", "mine\n");
    expect(await push(["--force", "origin", "main"])).toEqual(pushed({ from: base, to }));
  });
});

test("an empty commit and one that takes back the last have nothing to review", async () => {
  await withPush(passing(1), async ({ repo, install, write, push }) => {
    install({ onError: "closed" });
    write("code.txt", "one\n");
    await push();
    const empty = repo.commit("nothing");
    expect(await push()).toEqual(unreviewed({ [MAIN]: empty }));
    write("code.txt", "two\n");
    const back = write("code.txt", "one\n");
    expect(await push()).toEqual(unreviewed({ [MAIN]: back }));
  });
});

test("a repository of the longer ids is reviewed like any other", async () => {
  const empty = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";
  await withPush(
    passing(1),
    async ({ install, write, push }) => {
      install({ onError: "closed" });
      const to = write("code.txt", "one\n");
      expect(await push()).toEqual(pushed({ from: empty, to }));
    },
    { format: "sha256" },
  );
});
