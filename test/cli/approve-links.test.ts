import { existsSync, readdirSync, readFileSync } from "node:fs";
import { link, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import type { Engine } from "../helpers/engine.js";
import { sharedEngines } from "../helpers/shared-engine.js";
import { asked, saying, userConfig } from "./asking.js";

const withEngine = sharedEngines();

test("a patch through a link is decided by where the link leads, and nothing is written there", async () => {
  const scenario = saying(
    add("src/link/new.txt"),
    add("src/deep/link/a/b/new.txt"),
    add("src/gitlink/hooks/pre-commit"),
    add("src/hooks/pre-push"),
    add("src/dangling"),
    update("src/file"),
    update("src/file", "src/moved"),
    update("src/mine", "src/link/moved"),
    erase("src/file"),
    update("src/twin"),
    add("src/a.txt"),
    update("src/inner/mine"),
  );
  await withEngine({ scenario }, async (engine) => {
    const outside = await layOut(engine);
    const env = await userConfig(engine, {
      approve: "rules",
      approvals: { allow: ["path: src/**"] },
    });
    const before = { outside: treeOf(outside), git: treeOf(join(engine.workdir, ".git")) };
    const { exit, left, decided } = await asked(engine, [], { env });
    const { workdir } = engine;
    const refused = (path: string, real: string) => [
      "decline",
      `no rule allows "${workdir}/${path}", which is really "${real}"`,
    ];
    const outOf = (path: string, real: string) => [
      "decline",
      `no rule allows "${workdir}/${path}", which is really "${outside}/${real}", outside of "${workdir}"`,
    ];
    expect({
      exit,
      left,
      decided: decided.map(({ decision, reason }) => [decision, reason]),
      outside: treeOf(outside),
      git: treeOf(join(workdir, ".git")),
      a: readFileSync(join(workdir, "src/a.txt"), "utf8"),
      mine: readFileSync(join(workdir, "src/mine"), "utf8"),
    }).toEqual({
      exit: 0,
      left: [],
      decided: [
        outOf("src/link/new.txt", "new.txt"),
        outOf("src/deep/link/a/b/new.txt", "a/b/new.txt"),
        refused("src/gitlink/hooks/pre-commit", `${workdir}/.git/hooks/pre-commit`),
        refused("src/hooks/pre-push", `${workdir}/.git/hooks/pre-push`),
        outOf("src/dangling", "not/yet"),
        outOf("src/file", "file"),
        outOf("src/file", "file"),
        outOf("src/link/moved", "moved"),
        outOf("src/file", "file"),
        [
          "decline",
          `no rule allows "${workdir}/src/twin" by its name: it has 2 hard links, and all would change`,
        ],
        ["accept", 'allowed by the rule "path: src/**"'],
        ["accept", 'allowed by the rule "path: src/**"'],
      ],
      ...before,
      a: "hello\n",
      mine: "new\n",
    });
  });
});

test("a command does not run where a link leads out of the working directory", async () => {
  const scenario = saying(
    runIn("src/link"),
    runIn("src/gitlink"),
    runIn("src/deep/link"),
    runIn("src/inner"),
  );
  await withEngine({ scenario }, async (engine) => {
    const outside = await layOut(engine);
    const { workdir } = engine;
    const env = await userConfig(engine, { approve: "rules", approvals: { allow: ["touch"] } });
    const { exit, left, decided } = await asked(engine, [], { env });
    const unclear = (text: string) => ["decline", `not clear enough to allow: ${text}`];
    const out = (path: string) =>
      unclear(
        `the working directory "${workdir}/${path}", really "${outside}", which is not inside of "${workdir}"`,
      );
    expect({
      exit,
      left,
      decided: decided.map(({ decision, reason }) => [decision, reason]),
      made: [outside, join(workdir, ".git"), join(workdir, "src")].filter((directory) =>
        existsSync(join(directory, "made.txt")),
      ),
    }).toEqual({
      exit: 0,
      left: [],
      decided: [
        out("src/link"),
        unclear(
          `the working directory "${workdir}/src/gitlink", really "${workdir}/.git", which lies in the protected "${workdir}/.git"`,
        ),
        out("src/deep/link"),
        ["accept", 'allowed by the rule "touch"'],
      ],
      made: [join(workdir, "src")],
    });
  });
});

test("a working directory that is named through a link is as good as any", async () => {
  const patches = [add("src/a.txt"), add("src/link/new.txt")];
  const scenario = saying(...patches, { text: "Done." }, ...patches);
  await withEngine({ scenario }, async (engine) => {
    const outside = await layOut(engine);
    const { workdir } = engine;
    const alias = join(dirname(workdir), "alias");
    await symlink(workdir, alias);
    for (const rule of ["path: src/**", `path: ${workdir}/src/**`]) {
      const env = await userConfig(engine, { approve: "rules", approvals: { allow: [rule] } });
      const { decided } = await asked(engine, ["-C", alias], { env });
      expect(decided.map(({ decision, reason }) => [decision, reason])).toEqual([
        ["accept", `allowed by the rule "${rule}"`],
        [
          "decline",
          `no rule allows "${workdir}/src/link/new.txt", which is really "${outside}/new.txt", outside of "${workdir}"`,
        ],
      ]);
    }
  });
});

const patch = (body: string) => ({ patch: `*** Begin Patch\n${body}*** End Patch\n` });
const add = (path: string) => patch(`*** Add File: ${path}\n+hello\n`);
const erase = (path: string) => patch(`*** Delete File: ${path}\n`);
const update = (path: string, to?: string) =>
  patch(
    `*** Update File: ${path}\n${to === undefined ? "" : `*** Move to: ${to}\n`}@@\n-old\n+new\n`,
  );

const runIn = (workdir: string) => ({
  call: "exec_command",
  arguments: {
    cmd: "touch made.txt",
    workdir,
    sandbox_permissions: "require_escalated",
    justification: "need it",
  },
});

/** A `src` full of links, and the directory outside that they lead to. */
async function layOut({ workdir }: Engine): Promise<string> {
  const outside = join(dirname(workdir), "elsewhere");
  const src = join(workdir, "src");
  for (const directory of [outside, src, join(src, "deep")]) await mkdir(directory);
  await writeFile(join(outside, "file"), "old\n");
  await writeFile(join(outside, "shared"), "old\n");
  await writeFile(join(src, "mine"), "old\n");
  await symlink(outside, join(src, "link"));
  await symlink("../link", join(src, "deep/link"));
  await symlink("../.git", join(src, "gitlink"));
  await symlink("gitlink/hooks", join(src, "hooks"));
  await symlink("../../elsewhere/not/yet", join(src, "dangling"));
  await symlink("../../elsewhere/file", join(src, "file"));
  await symlink(".", join(src, "inner"));
  await link(join(outside, "shared"), join(src, "twin"));
  return outside;
}

/** Every file below a directory, with its size. */
const treeOf = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), "latin1")])
    .sort();
