import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { link, mkdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { decide } from "../../src/approvals/rules/decide.js";
import { rulesOf, ambiguousWith } from "../approvals/rules/rules-of.js";
import { makeLinks, SHAPES, type Place } from "./link-shapes.js";

const base = realpathSync(mkdtempSync(join(tmpdir(), "turnpipe-places-")));
let place: Place;
beforeAll(async () => {
  place = await makeLinks(base);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const OPEN = ["path: src/**", "path: **", "path: ROOT/**", "path: /**", "path: PATH"];

/** The decisions about a path by each of the rules that open nearly everything. */
const byEach = (path: string) =>
  Promise.all(
    OPEN.map((rule) =>
      decide(
        { kind: "path", paths: [path], root: place.root },
        rulesOf([rule.replace("ROOT", place.root).replace("PATH", path)]),
      ),
    ),
  );

describe("a link that cannot be followed for sure opens nothing", () => {
  const chain = (length: number) => async (src: string) => {
    for (let at = 1; at < length; at++)
      await symlink(`c${length}-${at}`, join(src, `c${length}-${at - 1}`));
    await symlink("real", join(src, `c${length}-${length - 1}`));
    return `c${length}-0`;
  };
  const to = (name: string, target: string | Buffer) => async (src: string) => {
    await symlink(target, join(src, name));
    return name;
  };
  const WAYS: readonly [name: string, make: (src: string) => Promise<string>, problem: string][] = [
    ["to itself", to("u1", "u1"), "more than 40 links in a path"],
    ["below itself", to("u2", "u2/x"), "more than 40 links in a path"],
    [
      "in a ring",
      async (src) => (await to("u3", "u4")(src), to("u4", "u3")(src)),
      "more than 40 links in a path",
    ],
    ["through 41 links", chain(41), "more than 40 links in a path"],
    [
      "to /proc/self/cwd",
      to("u5", "/proc/self/cwd/src"),
      "a path through /proc, which differs between processes",
    ],
    [
      "to /proc/self/root",
      to("u6", "/proc/self/root"),
      "a path through /proc, which differs between processes",
    ],
    [
      "up into /proc",
      to("u7", `${"../".repeat(20)}proc/1/cwd`),
      "a path through /proc, which differs between processes",
    ],
    ["through a file", to("u8", "real/old.txt"), '"ROOT/src/real/old.txt" is not a directory'],
    [
      "up behind a file",
      to("u9", "real/old.txt/../../.."),
      '"ROOT/src/real/old.txt" is not a directory',
    ],
    ["up behind nothing", to("u10", "none/../../../outside"), 'a link to .. after "ROOT/src/none"'],
    ["with hidden characters", to("u11", "re\u200Bal"), "the hidden or control character U+200B"],
    [
      "with a name too long",
      to("u12", `real/${"x".repeat(300)}`),
      `"ROOT/src/real/${"x".repeat(300)}" cannot be examined (ENAMETOOLONG)`,
    ],
    [
      "with bytes that are no text",
      to("u13", Buffer.from("real\xff", "latin1")),
      'the link "ROOT/src/u13" cannot be read (ERR_ENCODING_INVALID_ENCODED_DATA)',
    ],
  ];

  test.each(WAYS)("%s", async (_name, make, problem) => {
    const name = await make(join(place.root, "src"));
    const told = problem.replace("ROOT", place.root);
    const cut = told.replace(
      /"([^"]{120})[^"]*"/,
      (_all, start: string) => `"${start.slice(0, 119)}…"`,
    );
    for (const path of [`src/${name}/new.txt`, `${place.root}/src/${name}/old.txt`]) {
      expect(await byEach(path)).toEqual(OPEN.map(() => ambiguousWith(cut)));
    }
  });

  test("while 40 links are followed", async () => {
    const name = await chain(40)(join(place.root, "src"));
    const decided = await byEach(`src/${name}/new.txt`);
    expect(decided.map(({ decision }) => decision)).toEqual(OPEN.map(() => "accept"));
  });
});

describe("a working directory is decided by where it is", () => {
  test.each(SHAPES.map((shape, at) => ({ name: shape.name, shape, at })))(
    "$name",
    async ({ shape, at }) => {
      const { root, outside } = place;
      const { real, isProtected = false, through } = shape;
      for (const cwd of [`src/dir-${at}`, `${root}/src/dir-${at}`, `src/dir-${at}/below`]) {
        const below = cwd.endsWith("below") ? "below" : "";
        const there =
          "inside" in real ? join(root, real.inside, below) : join(outside, real.outside, below);
        const where = `the working directory "${cwd}", really "${there}"`;
        const decided = await decide(
          { kind: "command", command: "ls", cwd, root },
          rulesOf(["ls"]),
        );
        if ("outside" in real || through !== undefined) {
          expect(decided).toEqual(ambiguousWith(`${where}, which is not inside of "${root}"`));
        } else if (isProtected && real.inside !== "scripts/hooks") {
          const top = join(root, real.inside.replace(/^(\.git|lib\/\.git).*/, "$1"));
          expect(decided).toEqual(ambiguousWith(`${where}, which lies in the protected "${top}"`));
        } else expect(decided.decision).toBe("accept");
      }
    },
  );
});

describe("a root", () => {
  const about = async (root: string, path: string, rule: string) => {
    const { decision, reason } = await decide(
      { kind: "path", paths: [path], root },
      rulesOf([rule]),
    );
    return [decision, reason];
  };

  test("behind a link works by either name, and its links are seen", async () => {
    const { root, outside } = place;
    const alias = join(base, "alias");
    const chained = join(base, "chained");
    await symlink(root, alias);
    await symlink("alias", chained);
    for (const name of [alias, chained]) {
      for (const start of ["", `${name}/`, `${root}/`]) {
        for (const rule of ["path: src/**", "path: **", `path: ${root}/src/**`]) {
          const told = [
            `allowed by the rule "${rule}"`,
            `no rule allows "${start}src/a-link/x", which is really "${outside}/x", outside of "${root}"`,
          ];
          expect(await about(name, `${start}src/new.txt`, rule)).toEqual(["accept", told[0]]);
          expect(await about(name, `${start}src/a-link/x`, rule)).toEqual(["decline", told[1]]);
        }
      }
    }
  });

  test.each([
    ".git",
    ".git/hooks",
    ".codex",
    ".agents",
    "bare",
    "gits/tree",
    "src/a-git-link",
    "lib/.git",
  ])("that is %s is opened by no relative rule", async (name) => {
    const real = realpathSync(join(place.root, name));
    const top = real.replace(/(\.git)\/hooks$/, "$1");
    for (const rule of ["path: **", "path: *", "path: new.txt"]) {
      expect(await about(join(place.root, name), "new.txt", rule)).toEqual([
        "decline",
        `no rule allows "new.txt": the root "${real}" lies in "${top}"`,
      ]);
    }
  });

  test("that is a work tree of its own below .codex works", async () => {
    const root = join(place.root, ".codex/worktrees/one");
    await mkdir(join(root, "sub"), { recursive: true });
    await writeFile(join(root, ".git"), "gitdir: elsewhere\n");
    expect(await about(root, "a", "path: **")).toEqual([
      "accept",
      'allowed by the rule "path: **"',
    ]);
    expect(await about(join(root, "sub"), "a", "path: *")).toEqual([
      "accept",
      'allowed by the rule "path: *"',
    ]);
  });
});

describe("a deny rule means a file under all of its names", () => {
  const ROWS: readonly [deny: string, path: string][] = [
    ["path: lib", "src/to-lib/a"],
    ["path: src/to-lib", "lib/a"],
    ["path: src/to-lib/a", "lib/a"],
    ["path: src/to-lib/**", "lib/deep/a"],
    ["path: src/to-lib/*.pem", "lib/a.pem"],
    ["path: ROOT/src/to-lib", "lib/a"],
    ["path: ROOT/lib", "src/to-lib/a"],
    ["path: **/to-lib/**", "src/to-to-lib/a"],
    ["path: **/*.pem", "src/plain"],
    ["path: src/to-to-lib", "src/to-lib/a"],
    ["path: LIB", "src/to-to-lib/a"],
    ["path: /**/outside/**", "src/a-link/x"],
  ];

  beforeAll(async () => {
    const src = join(place.root, "src");
    await symlink("../lib", join(src, "to-lib"));
    await symlink("to-lib", join(src, "to-to-lib"));
    await symlink("key.pem", join(src, "plain"));
    await symlink("real/old.txt", join(src, "key.pem"));
  });

  test.each(ROWS)("%s: %s", async (rule, path) => {
    const deny = rule.replace("ROOT", place.root);
    for (const what of [path, join(place.root, path)]) {
      const request = { kind: "path", paths: [what], root: place.root } as const;
      const { why, rule: named } = await decide(request, rulesOf(["path: **"], [deny]));
      expect([why, named]).toEqual(["denied", deny]);
    }
  });

  test("and says what it really is", async () => {
    const request = { kind: "path", paths: ["src/to-lib/a"], root: place.root } as const;
    const { reason } = await decide(request, rulesOf(["path: **"], ["path: lib"]));
    expect(reason).toBe(
      `"src/to-lib/a", which is really "${place.root}/lib/a", is denied by the rule "path: lib"`,
    );
  });
});

describe("what is no file of its own", () => {
  test.each(["src/real", "src/dir-23"])("the directory %s is not opened", async (path) => {
    expect((await byEach(path)).map(({ why, reason }) => [why, reason])).toEqual(
      OPEN.map(() => ["unclear", `"${path}" is a directory; rules only allow files`]),
    );
  });

  test("a pipe is not opened, nor a link to one", async () => {
    execFileSync("mkfifo", [join(place.root, "src/pipe")]);
    await symlink("pipe", join(place.root, "src/to-pipe"));
    for (const path of ["src/pipe", "src/to-pipe"]) {
      expect((await byEach(path)).map(({ why, reason }) => [why, reason])).toEqual(
        OPEN.map(() => ["unclear", `"${path}" is a device, pipe or socket, not a regular file`]),
      );
    }
  });

  test("a device is not opened by its name", async () => {
    const request = { kind: "path", paths: ["/dev/null"], root: place.root } as const;
    const { reason } = await decide(request, rulesOf(["path: /dev/null"]));
    expect(reason).toBe('"/dev/null" is a device, pipe or socket, not a regular file');
  });

  test("a file with a second name is opened only by a rule that names it", async () => {
    await link(join(place.outside, "old.txt"), join(place.root, "src/twin"));
    const closed =
      'no rule allows "src/twin" by its name: it has 2 hard links, and all would change';
    expect((await byEach("src/twin")).map(({ reason }) => reason)).toEqual([
      ...OPEN.slice(1).map(() => closed),
      'allowed by the rule "path: src/twin"',
    ]);
  });
});

describe("what decides about later commands is opened by no wildcard", () => {
  const NAMES = [
    ...[".git", ".codex", ".agents", ".husky", ".githooks", "bare", "gits/tree"].map(
      (name) => `${name}/x`,
    ),
    ...[".envrc", ".turnpiperc", ".turnpiperc.json", ".turnpiperc.yaml", ".turnpiperc.yml"],
    ...["turnpipe.config.json", "turnpipe.config.yaml", "package.json", "HEAD"],
  ];
  const PLACES = NAMES.flatMap((name) => [name, name.toUpperCase()]).filter(
    (name) => !/^(BARE|GITS)/.test(name),
  );

  test.each(PLACES)("%s", async (path) => {
    const decided = await byEach(path);
    const closed = `no rule allows "${path}"`;
    expect(decided.map(({ reason }) => reason)).toEqual([
      ...OPEN.slice(1).map(() => closed),
      `allowed by the rule "path: ${path}"`,
    ]);
  });
});
