import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { linkedHome } from "../../src/files/linked-home.js";
import { CliError } from "../../src/outcome/errors.js";
import { ownFolder } from "../commands/world.js";

/** A codex home with these files, each of which contains its own name. */
function homeWith(...files: string[]) {
  const home = ownFolder();
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), file);
  }
  const read = (name: string): string => readFileSync(join(home, name), "utf8");
  return { home, read };
}

const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink();
const age = (path: string, seconds: number): void => utimesSync(path, seconds, seconds);

describe("a linked home", () => {
  test("stands in the other home, and has everything but what it leaves out", () => {
    const { home } = homeWith("config.toml", "AGENTS.md", "rules/a.rules", "skills/s/SKILL.md");
    const { path } = linkedHome(home, ["config.toml", "rules"]);
    expect(path).toBe(join(home, ".turnpipe", "without-config.toml-and-rules"));
    const names = readdirSync(path);
    expect(names.filter((name) => existsSync(join(path, name)))).toEqual([
      ...[".tmp", "AGENTS.md", "sessions", "shell_snapshots", "skills", "thread-writer-locks"],
      "tmp",
    ]);
    expect(readFileSync(join(path, "skills/s/SKILL.md"), "utf8")).toBe("skills/s/SKILL.md");
    expect(names.every((name) => isLink(join(path, name)))).toBe(true);
  });

  test("leaves out one thing where the other is wanted", () => {
    const { home } = homeWith("config.toml", "rules/a.rules");
    const { path } = linkedHome(home, ["rules"]);
    expect(readFileSync(join(path, "config.toml"), "utf8")).toBe("config.toml");
    expect(existsSync(join(path, "rules"))).toBe(false);
  });

  test("lets nobody make what it leaves out", () => {
    const { home } = homeWith("config.toml", "rules/a.rules");
    const { path } = linkedHome(home, ["config.toml", "rules"]);
    expect(() => {
      writeFileSync(join(path, "config.toml"), "x");
    }).toThrow(/ENOENT/);
    expect(() => mkdirSync(join(path, "rules/deep"), { recursive: true })).toThrow(/ENOENT|EEXIST/);
  });

  test("writes files through that did not exist", () => {
    const { home, read } = homeWith("config.toml");
    const { path } = linkedHome(home, ["config.toml"]);
    writeFileSync(join(path, "auth.json"), "login");
    appendFileSync(join(path, "sessions", "thread.jsonl"), "line");
    expect([read("auth.json"), read("sessions/thread.jsonl")]).toEqual(["login", "line"]);
  });

  test("does not link the logs of a database: they stand beside the file a link leads to", () => {
    const { home } = homeWith("config.toml", "a.sqlite", "a.sqlite-wal", "a.sqlite-shm");
    const { path } = linkedHome(home, ["config.toml"]);
    expect(readdirSync(path).filter((name) => name.includes("sqlite"))).toEqual(["a.sqlite"]);
  });

  test("that exists is used again, with what the other home has got since", () => {
    const { home } = homeWith("config.toml");
    const { path } = linkedHome(home, ["config.toml"]);
    writeFileSync(join(home, "AGENTS.md"), "new");
    expect(linkedHome(home, ["config.toml"]).path).toBe(path);
    expect(readFileSync(join(path, "AGENTS.md"), "utf8")).toBe("new");
  });

  test("still works when the other home was moved", () => {
    const { home } = homeWith("config.toml", "home/config.toml", "home/AGENTS.md");
    linkedHome(join(home, "home"), ["config.toml"]);
    renameSync(join(home, "home"), join(home, "moved"));
    const { path } = linkedHome(join(home, "moved"), ["config.toml"]);
    expect(readFileSync(join(path, "AGENTS.md"), "utf8")).toBe("home/AGENTS.md");
  });

  test("that cannot be made is an error that names it", () => {
    const { home } = homeWith("config.toml", ".turnpipe");
    const path = join(home, ".turnpipe/without-rules");
    expect(() => linkedHome(home, ["rules"])).toThrow(
      new CliError("config", `cannot link ${home} in ${path}: not a directory`),
    );
  });
});

describe("what was written beside the links gets to the other home", () => {
  /** Prepares a linked home, lets `write` replace something, and publishes as `when` says. */
  function published(
    files: readonly string[],
    write: (path: string, home: string) => void,
    when: "at the end" | "at the next start" = "at the end",
  ) {
    const { home, read } = homeWith("config.toml", ...files);
    const { path, publish } = linkedHome(home, ["config.toml", "rules"]);
    write(path, home);
    if (when === "at the end") publish();
    else linkedHome(home, ["config.toml", "rules"]);
    return { home, path, read };
  }
  /** As programs do that replace a file in one step. */
  const replace = (path: string, text: string): void => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  };

  test.each(["at the end", "at the next start"] as const)("a replaced file, %s", (when) => {
    const write = (path: string): void => {
      replace(join(path, "auth.json"), "refreshed");
    };
    const { path, read } = published(["auth.json"], write, when);
    expect([read("auth.json"), isLink(join(path, "auth.json"))]).toEqual(["refreshed", true]);
  });

  test("but not one that is older than what is there", () => {
    const { path, read } = published(["auth.json"], (path) => {
      replace(join(path, "auth.json"), "stale");
      age(join(path, "auth.json"), 1000);
    });
    expect([read("auth.json"), isLink(join(path, "auth.json"))]).toEqual(["auth.json", true]);
  });

  test("to where a link of the user's leads", () => {
    const { home, read } = published(["dotfiles/auth"], (path, home) => {
      symlinkSync("dotfiles/auth", join(home, "auth.json"));
      replace(join(path, "auth.json"), "refreshed");
    });
    expect([read("dotfiles/auth"), isLink(join(home, "auth.json"))]).toEqual(["refreshed", true]);
  });

  test("a new file and a new directory", () => {
    const { path, read } = published([], (path) => {
      writeFileSync(join(path, "new.json"), "1");
      mkdirSync(join(path, "deep/er"), { recursive: true });
      writeFileSync(join(path, "deep/er/file"), "2");
    });
    expect([read("new.json"), read("deep/er/file")]).toEqual(["1", "2"]);
    expect([isLink(join(path, "new.json")), isLink(join(path, "deep"))]).toEqual([true, true]);
  });

  test("a directory that both have: what is newer", () => {
    const { home, read } = published([], (path, home) => {
      for (const dir of [path, home]) {
        mkdirSync(join(dir, "both/in"), { recursive: true });
        for (const name of ["older", "newer", `only-${dir === home ? "there" : "here"}`]) {
          writeFileSync(join(dir, "both/in", name), dir === home ? "there" : "here");
        }
      }
      age(join(path, "both/in/older"), 1000);
      age(join(home, "both/in/newer"), 1000);
    });
    const names = readdirSync(join(home, "both/in"));
    expect(names.map((name) => `${name}: ${read(join("both/in", name))}`)).toEqual([
      "newer: here",
      "older: there",
      "only-here: here",
      "only-there: there",
    ]);
  });

  test("but never what it leaves out", () => {
    const { path, read } = published(["rules/a.rules"], (path) => {
      replace(join(path, "config.toml"), "replaced");
      rmSync(join(path, "rules"));
      mkdirSync(join(path, "rules"));
      writeFileSync(join(path, "rules/a.rules"), "replaced");
    });
    expect([read("config.toml"), read("rules/a.rules")]).toEqual(["config.toml", "rules/a.rules"]);
    expect(existsSync(join(path, "config.toml")) || existsSync(join(path, "rules"))).toBe(false);
  });

  test("and nothing more: a database of its own stays", () => {
    const { home, path } = published([], (path) => {
      writeFileSync(join(path, "own.sqlite"), "");
    });
    expect([existsSync(join(path, "own.sqlite")), existsSync(join(home, "own.sqlite"))]).toEqual([
      true,
      false,
    ]);
  });
});
