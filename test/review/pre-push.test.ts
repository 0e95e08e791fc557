import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { gitIn, type Git } from "../../src/git/git.js";
import { parsePushLines, rangesToReview } from "../../src/review/pre-push.js";
import {
  makePushRepository,
  writeProgram,
  type PushRepository,
} from "../helpers/git-repository.js";

const EMPTY = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const EMPTY_SHA256 = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";
const A = "a".repeat(40);
const B = "b".repeat(40);
const NONE = "0".repeat(40);

describe("the lines git hands over", () => {
  test("are read one ref each, whatever ends them and however many are blank", () => {
    const text = `refs/heads/main ${A} refs/heads/main ${B}\r\n\r\n  \n(delete) ${NONE} refs/heads/old ${A}`;
    expect(parsePushLines(text)).toEqual([
      { localRef: "refs/heads/main", localSha: A, remoteRef: "refs/heads/main", remoteSha: B },
      { localRef: "(delete)", localSha: NONE, remoteRef: "refs/heads/old", remoteSha: A },
    ]);
  });

  test("may be none", () => {
    expect(parsePushLines("")).toEqual([]);
  });

  test("may have the longer ids of sha256", () => {
    const [to, from] = ["c".repeat(64), "0".repeat(64)];
    expect(parsePushLines(`HEAD ${to} refs/heads/x ${from}\n`)).toEqual([
      { localRef: "HEAD", localSha: to, remoteRef: "refs/heads/x", remoteSha: from },
    ]);
  });

  test("may name what is pushed with spaces in it", () => {
    expect(parsePushLines(`HEAD@{2 days ago} ${A} refs/heads/x ${NONE}\n`)).toEqual([
      { localRef: "HEAD@{2 days ago}", localSha: A, remoteRef: "refs/heads/x", remoteSha: NONE },
    ]);
  });

  test.each([
    ["too few words", `refs/heads/main ${A} refs/heads/main`],
    ["no local ref", `${A} refs/heads/main ${B}`],
    ["an id that is cut", `refs/heads/main ${A.slice(1)} refs/heads/main ${B}`],
    ["an id that is none", `refs/heads/main ${"x".repeat(40)} refs/heads/main ${B}`],
    ["ids of two kinds", `refs/heads/main ${A} refs/heads/main ${"b".repeat(64)}`],
    ["a word too many behind", `refs/heads/main ${A} refs/heads/main ${B} more`],
  ])("are refused with %s", (_, row) => {
    const read = () => parsePushLines(`refs/heads/x ${A} refs/heads/x ${B}\n${row}\n`);
    expect(read).toThrow(
      new CliError("input", `line 2 is not in git's pre-push format: ${row}`, {
        hint: "Expected: <local ref> <local id> <remote ref> <remote id>",
      }),
    );
  });
});

// Each of these runs git a dozen times.
describe("a push", { timeout: 60_000 }, () => {
  let repo: PushRepository;
  beforeEach(() => {
    repo = makePushRepository();
  });
  afterEach(() => {
    repo.remove();
  });

  /** What a real `git push` tells its hook, and what is made of it; nothing is pushed. */
  function pushing(...args: string[]) {
    const seen = join(repo.root, "seen");
    const hook = `#!/bin/sh\nprintf '%s\\n' "$1" >"${seen}"\ncat >>"${seen}"\nexit 1\n`;
    const hooks = join(repo.root, "recording");
    writeProgram(join(hooks, "pre-push"), hook);
    repo.tryGit(["-c", `core.hooksPath=${hooks}`, "push", ...args]);
    const [remote = "", ...rows] = readFileSync(seen, "utf8").split("\n");
    const { git, calls } = counted(gitIn(repo.dir, repo.env));
    const ranges = rangesToReview(git, remote, parsePushLines(rows.join("\n")));
    return { ranges, processes: calls.length };
  }

  function counted(git: Git) {
    const calls: string[] = [];
    const run: Git["run"] = (args, input) => {
      calls.push(args[0] ?? "");
      return git.run(args, input);
    };
    return { calls, git: { ...git, run } };
  }

  const pushed = (...args: string[]) => repo.git("push", "--quiet", ...args);
  const range = (ref: string, from: string, to: string, commits: number) => ({
    ref,
    from,
    to,
    commits,
  });

  describe("a branch the remote has", () => {
    test("brings what came after it, found with two processes", () => {
      const from = repo.commit("one");
      pushed("origin", "main");
      repo.commit("two");
      const to = repo.commit("three");
      expect(pushing("origin", "main")).toEqual({
        ranges: [range("refs/heads/main", from, to, 2)],
        processes: 2,
      });
    });

    test("brings what replaced its last commits when they were rewritten", () => {
      const base = repo.commit("one");
      repo.commit("two");
      pushed("origin", "main");
      repo.git("commit", "--quiet", "--amend", "--allow-empty", "--message=better");
      const to = repo.git("rev-parse", "HEAD");
      expect(pushing("--force", "origin", "main")).toEqual({
        ranges: [range("refs/heads/main", base, to, 1)],
        processes: 2,
      });
    });

    test("brings its own commits only when it was rebased onto newer ones of the remote", () => {
      repo.commit("one");
      repo.git("checkout", "--quiet", "-b", "topic");
      repo.commit("work");
      pushed("origin", "topic");
      repo.git("checkout", "--quiet", "main");
      const base = repo.commit("two");
      pushed("origin", "main");
      repo.git("checkout", "--quiet", "-B", "topic");
      const to = repo.commit("work again");
      expect(pushing("--force", "origin", "topic").ranges).toEqual([
        range("refs/heads/topic", base, to, 1),
      ]);
    });

    test("brings nothing when it is only set back", () => {
      repo.commit("one");
      repo.commit("two");
      pushed("origin", "main");
      expect(pushing("--force", "origin", "HEAD~:main").ranges).toEqual([]);
    });

    test("brings nothing when it catches up with another branch of the remote", () => {
      repo.commit("one");
      pushed("origin", "main:release");
      repo.commit("two");
      pushed("origin", "main");
      expect(pushing("origin", "main:release").ranges).toEqual([]);
    });

    test("is compared with where it was when another branch was merged into it", () => {
      repo.commit("one");
      pushed("origin", "main");
      repo.git("checkout", "--quiet", "-b", "topic");
      const from = repo.commit("work");
      pushed("origin", "topic");
      repo.git("checkout", "--quiet", "main");
      repo.commit("two");
      pushed("origin", "main");
      repo.git("checkout", "--quiet", "topic");
      repo.commit("more work");
      repo.git("merge", "--quiet", "--no-ff", "--message=merge", "main");
      expect(pushing("origin", "topic")).toEqual({
        ranges: [range("refs/heads/topic", from, repo.git("rev-parse", "HEAD"), 2)],
        processes: 3,
      });
    });

    test("is compared with what was fetched when somebody else has pushed to it since", () => {
      const base = repo.commit("one");
      pushed("origin", "main");
      const other = repo.git("commit-tree", "-p", base, "-m", "theirs", `${base}^{tree}`);
      repo.git("push", "--quiet", repo.remote, `${other}:refs/heads/main`);
      repo.git("reflog", "expire", "--expire=all", "--all");
      repo.git("prune", "--expire=now");
      const to = repo.commit("two");
      expect(repo.tryGit(["cat-file", "-e", other]).status).not.toBe(0);
      expect(pushing("--force", "origin", "main").ranges).toEqual([
        range("refs/heads/main", base, to, 1),
      ]);
    });
  });

  describe("a new branch", () => {
    test("brings what is on no branch of the remote", () => {
      repo.commit("one");
      const from = repo.commit("two");
      pushed("origin", "main");
      repo.commit("three");
      const to = repo.commit("four");
      expect(pushing("origin", "HEAD:refs/heads/topic")).toEqual({
        ranges: [range("refs/heads/topic", from, to, 2)],
        processes: 2,
      });
    });

    test("is compared with the newest it took over from the remote", () => {
      repo.commit("one");
      repo.git("checkout", "--quiet", "-b", "topic");
      repo.commit("work");
      repo.git("checkout", "--quiet", "main");
      const from = repo.commit("two");
      pushed("origin", "main");
      repo.git("checkout", "--quiet", "topic");
      repo.git("merge", "--quiet", "--no-ff", "--message=merge", "main");
      const to = repo.commit("more work");
      expect(pushing("origin", "topic").ranges).toEqual([range("refs/heads/topic", from, to, 3)]);
    });

    test("brings everything to a remote that has nothing", () => {
      repo.commit("one");
      const to = repo.commit("two");
      expect(pushing("origin", "main").ranges).toEqual([range("refs/heads/main", EMPTY, to, 2)]);
    });

    test("brings everything when it shares no commit with the remote, whatever others have", () => {
      repo.commit("one");
      pushed("origin", "main");
      repo.git("checkout", "--quiet", "--orphan", "pages");
      const to = repo.commit("first page");
      repo.git("update-ref", "refs/remotes/elsewhere/pages", to);
      expect(pushing("origin", "pages").ranges).toEqual([range("refs/heads/pages", EMPTY, to, 1)]);
    });

    test("brings nothing when the remote has all of it", () => {
      repo.commit("one");
      pushed("origin", "main");
      expect(pushing("origin", "main:refs/heads/copy").ranges).toEqual([]);
    });
  });

  describe("tags", () => {
    test("stand for their commit, even through another tag", () => {
      const from = repo.commit("one");
      pushed("origin", "main");
      const to = repo.commit("two");
      repo.git("tag", "--annotate", "--message=v1", "v1");
      repo.git("tag", "--annotate", "--message=v2", "v2", "v1");
      expect(pushing("origin", "v2").ranges).toEqual([range("refs/tags/v2", from, to, 1)]);
    });

    test("bring nothing on what the remote has, in two processes for all of them", () => {
      repo.commit("one");
      for (const name of ["v1", "v2", "v3"]) repo.git("tag", "--annotate", "--message=x", name);
      pushed("origin", "main");
      expect(pushing("origin", "--tags")).toEqual({ ranges: [], processes: 2 });
    });

    test.each(["light", "annotated", "nested"])(
      "on a tree bring all of it, and on a file cannot be compared: %s",
      (kind) => {
        writeFileSync(join(repo.dir, "code.txt"), "one\n");
        repo.git("add", "--all");
        repo.commit("one");
        pushed("origin", "main");
        const tree = repo.git("rev-parse", "HEAD^{tree}");
        const blob = repo.git("rev-parse", "HEAD:code.txt");
        const note = ["tag", "--annotate", "--message=x"];
        for (const [name, id] of [
          ["tree", tree],
          ["blob", blob],
        ] as const) {
          if (kind === "light") repo.git("tag", name, id);
          else repo.git(...note, kind === "nested" ? `${name}-inner` : name, id);
          if (kind === "nested") repo.git(...note, name, `${name}-inner`);
        }
        const problem = "refs/tags/blob is a single file without a tree, which cannot be compared";
        const to = repo.git("rev-parse", "blob");
        const { ranges, processes } = pushing("origin", "tree", "blob");
        const byRef = (one: { ref: string }, other: { ref: string }) =>
          one.ref < other.ref ? -1 : 1;
        expect({ ranges: ranges.toSorted(byRef), processes }).toEqual({
          ranges: [
            { ...range("refs/tags/blob", EMPTY, to, 0), problem },
            range("refs/tags/tree", EMPTY, tree, 0),
          ],
          processes: 1,
        });
      },
    );

    test("on a tree that replace another tree are compared with it", () => {
      writeFileSync(join(repo.dir, "code.txt"), "one\n");
      repo.git("add", "--all");
      repo.commit("one");
      const from = repo.git("rev-parse", "HEAD^{tree}");
      pushed("origin", `${from}:refs/tags/x`);
      writeFileSync(join(repo.dir, "code.txt"), "two\n");
      repo.git("add", "--all");
      repo.commit("two");
      const to = repo.git("rev-parse", "HEAD^{tree}");
      expect(pushing("--force", "origin", `${to}:refs/tags/x`).ranges).toEqual([
        range("refs/tags/x", from, to, 0),
      ]);
    });

    test("that moved are compared with where they stood", () => {
      const from = repo.commit("one");
      repo.git("tag", "--annotate", "--message=x", "latest");
      pushed("origin", "latest");
      const to = repo.commit("two");
      repo.git("tag", "--force", "--annotate", "--message=x", "latest");
      expect(pushing("--force", "origin", "latest").ranges).toEqual([
        range("refs/tags/latest", from, to, 1),
      ]);
    });
  });

  describe("several refs", () => {
    test("with the same change give it once", () => {
      const from = repo.commit("one");
      pushed("origin", "main");
      const to = repo.commit("two");
      repo.git("tag", "v1");
      repo.git("branch", "twin");
      const { ranges } = pushing("origin", "main", "twin", "v1");
      expect(ranges.map(({ ref: _, ...rest }) => rest)).toEqual([{ from, to, commits: 1 }]);
    });

    test("with different changes give each, still with two processes", () => {
      const from = repo.commit("one");
      pushed("origin", "main");
      const first = repo.commit("two");
      repo.git("branch", "early");
      const to = repo.commit("three");
      expect(pushing("origin", "early", "main")).toEqual({
        ranges: [range("refs/heads/main", from, to, 2), range("refs/heads/early", from, first, 1)],
        processes: 2,
      });
    });

    test("that are deleted bring nothing and need no process", () => {
      repo.commit("one");
      pushed("origin", "main", "main:old");
      expect(pushing("origin", ":old")).toEqual({ ranges: [], processes: 0 });
    });

    test("that are all up to date bring nothing", () => {
      repo.commit("one");
      pushed("origin", "main");
      expect(pushing("origin", "main")).toEqual({ ranges: [], processes: 0 });
    });
  });

  describe("a remote without a name", () => {
    test("has what it says it has", () => {
      const from = repo.commit("one");
      pushed(repo.remote, "main");
      const to = repo.commit("two");
      expect(pushing(repo.remote, "main")).toEqual({
        ranges: [range("refs/heads/main", from, to, 1)],
        processes: 2,
      });
    });

    test("has the commits of a branch that the same push deletes", () => {
      repo.commit("one");
      pushed(repo.remote, "main:old");
      expect(pushing(repo.remote, "main:new", ":old").ranges).toEqual([]);
    });

    test("is taken to have what the other remotes have", () => {
      const from = repo.commit("one");
      pushed("origin", "main");
      const to = repo.commit("two");
      expect(pushing("../remote.git", "main:topic").ranges).toEqual([
        range("refs/heads/topic", from, to, 1),
      ]);
    });

    test("gets everything when there is no other remote", () => {
      const to = repo.commit("one");
      expect(pushing(repo.remote, "main").ranges).toEqual([range("refs/heads/main", EMPTY, to, 1)]);
    });
  });

  test("a repository with sha256 ids has an empty tree of its own", () => {
    repo.remove();
    repo = makePushRepository({ format: "sha256" });
    const to = repo.commit("one");
    expect(pushing("origin", "main").ranges).toEqual([
      range("refs/heads/main", EMPTY_SHA256, to, 1),
    ]);
  });

  test("a commit that is not here is an error, not a change without findings", () => {
    repo.commit("one");
    const refs = parsePushLines(`refs/heads/x ${A} refs/heads/x ${NONE}\n`);
    expect(() => rangesToReview(gitIn(repo.dir, repo.env), "origin", refs)).toThrow(
      new CliError("input", `git pushes ${A}, which this repository does not have`),
    );
  });
});
