import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkShim } from "../../../commands/doctor/shim.js";
import { main } from "../../../commands/main.js";
import { printedSchema } from "../../helpers/printed-schema.js";
import { emptyWorld, ownFolder } from "../world.js";

/** A home with turnpipe in `npm/bin`, and the folders that are on PATH. */
function home(...path: string[]) {
  const dir = ownFolder();
  const at = (name: string): string => join(dir, name);
  const program = (name: string): string => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), "#!/bin/sh\n");
    chmodSync(at(name), 0o755);
    return at(name);
  };
  program("npm/lib/turnpipe/bin/turnpipe.js");
  mkdirSync(at("npm/bin"));
  symlinkSync("../lib/turnpipe/bin/turnpipe.js", at("npm/bin/turnpipe"));
  for (const folder of path) mkdirSync(at(folder), { recursive: true });
  const env = { HOME: dir, XDG_CONFIG_HOME: at("config"), PATH: path.map(at).join(":") };
  const own = { env, cwd: dir, program: at("npm/bin/turnpipe") };
  /** Runs `turnpipe shim`; the folder is `~` in what it prints. */
  const shim = async (...words: string[]) => {
    const { world, stdout, stderr } = emptyWorld(["shim", ...words]);
    const exit = await main({ ...world, ...own });
    const [out, err] = [stdout, stderr].map(({ text }) => text.replaceAll(dir, "~"));
    return { exit, out, err };
  };
  return { dir, at, program, own, shim };
}

const LOCAL = ".local/bin";
const PROFILE = 'in your shell\'s profile: export PATH="~/.local/bin:$PATH"';

describe("install", () => {
  test("makes a link before codex on PATH, and a second time changes nothing", async () => {
    const { at, program, shim } = home(LOCAL, "usr");
    program("usr/codex");
    const first = await shim("install");
    expect([first, readlinkSync(at(`${LOCAL}/codex`)), await shim("install")]).toEqual([
      { exit: 0, out: "installed: ~/.local/bin/codex\n", err: "" },
      at("npm/bin/turnpipe"),
      { exit: 0, out: "installed already: ~/.local/bin/codex\n", err: "" },
    ]);
  });

  test.each([
    { what: "the first of the usual folders", path: [LOCAL, "bin", "usr"], chosen: LOCAL },
    { what: "one that is on PATH", path: ["bin", "usr", LOCAL], chosen: "bin" },
    {
      what: "that of turnpipe, if only that comes first",
      path: ["npm/bin", "usr"],
      chosen: "npm/bin",
    },
  ])("chooses $what", async ({ path, chosen }) => {
    const { program, shim } = home(...path);
    program("usr/codex");
    expect(await shim("install")).toEqual({
      exit: 0,
      out: `installed: ~/${chosen}/codex\n`,
      err: "",
    });
  });

  test("says what to do where PATH does not lead to the link, or to another codex first", async () => {
    const nowhere = home("usr");
    nowhere.program("usr/codex");
    const behind = home("usr", LOCAL);
    behind.program("usr/codex");
    const installed = { exit: 0, out: "installed: ~/.local/bin/codex\n" };
    expect([await nowhere.shim("install"), await behind.shim("install")]).toEqual([
      { ...installed, err: `warning: ~/.local/bin is not on PATH; ${PROFILE}\n` },
      { ...installed, err: `warning: ~/usr/codex comes before it on PATH; ${PROFILE}\n` },
    ]);
  });

  test("leaves every file alone that is not ours", async () => {
    const { at, program, shim } = home(LOCAL);
    program(`${LOCAL}/codex`);
    program("real/codex-1.0");
    mkdirSync(at("bin"));
    symlinkSync("../real/codex-1.0", at("bin/codex"));
    mkdirSync(at("folder/codex"), { recursive: true });
    const runs = [];
    for (const dir of [LOCAL, "bin", "folder"]) {
      runs.push(await shim("install", "--dir", dir), await shim("uninstall", "--dir", dir));
    }
    const refused = (dir: string) => [
      {
        exit: 2,
        out: "",
        err:
          `turnpipe: ~/${dir}/codex exists and is not a link to turnpipe\n` +
          "hint: name another directory, before that one on PATH: turnpipe shim install --dir DIR\n",
      },
      { exit: 0, out: `not installed, nothing to remove: ~/${dir}/codex\n`, err: "" },
    ];
    expect(runs).toEqual([LOCAL, "bin", "folder"].flatMap(refused));
    expect([lstatSync(at(`${LOCAL}/codex`)).isFile(), readlinkSync(at("bin/codex"))]).toEqual([
      true,
      "../real/codex-1.0",
    ]);
  });

  test("renews a link to another turnpipe, also one that is gone", async () => {
    const { at, program, shim } = home("a", "b");
    program("old/turnpipe.js");
    symlinkSync("../old/turnpipe.js", at("a/codex"));
    symlinkSync("/gone/bin/turnpipe", at("b/codex"));
    const runs = [await shim("install", "--dir", "a"), await shim("install", "--dir", "b")];
    expect(runs.map(({ exit, out }) => ({ exit, out }))).toEqual([
      { exit: 0, out: "updated: ~/a/codex\n" },
      { exit: 0, out: "updated: ~/b/codex\n" },
    ]);
    expect(
      ["a", "b"].map((dir) => [readdirSync(at(dir)), readlinkSync(at(`${dir}/codex`))]),
    ).toEqual(["a", "b"].map(() => [["codex"], at("npm/bin/turnpipe")]));
  });

  test("is refused where the link could not work or be made", async () => {
    const { at, program, shim } = home(LOCAL);
    program("file");
    const inFile = await shim("install", "--dir", "file/bin");
    chmodSync(at("npm/lib/turnpipe/bin/turnpipe.js"), 0o644);
    expect([inFile, await shim("install")]).toEqual([
      {
        exit: 2,
        out: "",
        err: expect.stringMatching(
          /^turnpipe: cannot access ~\/file\/bin\/codex: not a directory$/m,
        ) as string,
      },
      {
        exit: 2,
        out: "",
        err:
          "turnpipe: ~/npm/bin/turnpipe is not executable: a link to it would not work\n" +
          "hint: build and install turnpipe, and start the installed program\n",
      },
    ]);
  });
});

test("uninstall removes the links that install made, and nothing else", async () => {
  const { at, program, shim } = home("a", "b", LOCAL);
  program("b/codex");
  await shim("install", "--dir", "a");
  await shim("install", "--dir", LOCAL);
  expect([await shim("uninstall"), await shim("uninstall")]).toEqual([
    { exit: 0, out: "removed: ~/a/codex\nremoved: ~/.local/bin/codex\n", err: "" },
    { exit: 0, out: "not installed, nothing to remove: ~/.local/bin/codex\n", err: "" },
  ]);
  expect([readdirSync(at("a")), readdirSync(at("b"))]).toEqual([[], ["codex"]]);
});

test("status tells what a shell would start, and doctor has a row for it", async () => {
  const { at, program, own, shim } = home("usr", LOCAL);
  program("usr/codex");
  const states: object[] = [];
  const look = async (): Promise<void> => {
    const { exit, out = "" } = await shim("status", "--json");
    states.push({ exit, record: JSON.parse(out) as unknown, text: (await shim("status")).out });
    states.push(checkShim(own));
  };
  await look();
  await shim("install");
  await look();
  own.env.PATH = `${at(LOCAL)}:${at("usr")}`;
  await look();
  rmSync(at("npm/lib"), { recursive: true });
  await look();

  const [real, link, target] = ["~/usr/codex", "~/.local/bin/codex", "~/npm/bin/turnpipe"];
  const record = { installed: true, path: link, target, active: false, first: real, codex: real };
  const details = (active: boolean) => ({
    ...{ installed: true, path: at(`${LOCAL}/codex`), target: at("npm/bin/turnpipe"), active },
  });
  const advice = `${real} comes before it on PATH; ${PROFILE}`;
  const again = "it leads nowhere; make it again: turnpipe shim install";
  const unused = `the shim is not used: ${at(`${LOCAL}/codex`)}`;
  expect(states).toEqual([
    {
      exit: 0,
      record: { ...record, installed: false, target: null },
      text: `not installed (${link})\ncodex on PATH is ${real}\nthe real codex is ${real}\n`,
    },
    {
      summary: "codex on PATH is not turnpipe: no shim is installed",
      details: { ...details(false), installed: false, target: null },
    },
    {
      exit: 0,
      record,
      text: `installed: ${link} -> ${target}\ncodex on PATH is ${real}\nthe real codex is ${real}\n${advice}\n`,
    },
    {
      status: "warn",
      summary: unused,
      hint: advice.replaceAll("~", own.cwd),
      details: details(false),
    },
    {
      exit: 0,
      record: { ...record, active: true, first: link },
      text: `installed: ${link} -> ${target}\ncodex on PATH is turnpipe\nthe real codex is ${real}\n`,
    },
    { summary: `codex on PATH is turnpipe: ${at(`${LOCAL}/codex`)}`, details: details(true) },
    {
      exit: 0,
      record,
      text: `installed: ${link} -> ${target}\ncodex on PATH is ${real}\nthe real codex is ${real}\n${again}\n`,
    },
    { status: "warn", summary: unused, hint: again, details: details(false) },
  ]);
  const check = await printedSchema("shim");
  expect(states.flatMap((state) => ("record" in state ? check(state.record) : []))).toEqual([]);
});

test.each([[[], "no action given"]])("shim %j is a mistake", async (words, problem) => {
  const { shim } = home();
  expect(await shim(...words)).toEqual({
    exit: 2,
    out: "",
    err: `turnpipe: shim: ${problem}: expected install, uninstall, status\nhint: see: turnpipe shim --help\n`,
  });
});
