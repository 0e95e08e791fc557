import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import {
  extraDirectories,
  imagePaths,
  readJson,
  requireRepository,
  workingDirectory,
} from "../../src/input/files.js";

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "files-")));
  mkdirSync(join(cwd, "dir"));
  writeFileSync(join(cwd, "file"), "text");
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

describe("images", () => {
  test("become full paths, in order", () => {
    const full = join(cwd, "file");
    expect([imagePaths([], cwd), imagePaths(["dir/../file", full], cwd)]).toEqual([
      [],
      [full, full],
    ]);
  });

  test.each(["none.png", "dir", "file/x.png"])("that are no files are an error: %s", (image) => {
    expect(() => imagePaths(["file", image], cwd)).toThrow(
      new CliError("input", `--image ${image}: no such file`),
    );
  });
});

describe("the working directory", () => {
  test("is here unless another is named, without links", () => {
    symlinkSync("dir", join(cwd, "link"));
    expect(
      [undefined, ".", "dir", "link", join(cwd, "dir")].map((cd) => workingDirectory(cd, cwd)),
    ).toEqual([cwd, cwd, join(cwd, "dir"), join(cwd, "dir"), join(cwd, "dir")]);
  });

  test.each(["none", "file"])("that is none is an error: %s", (cd) => {
    expect(() => workingDirectory(cd, cwd)).toThrow(
      new CliError("input", `--cd ${cd}: no such directory`),
    );
  });
});

describe("further directories", () => {
  test("become full paths, in order", () => {
    expect(extraDirectories(["dir", cwd], cwd)).toEqual([join(cwd, "dir"), cwd]);
  });

  test.each(["none", "file"])("that are none are an error: %s", (dir) => {
    expect(() => extraDirectories(["dir", dir], cwd)).toThrow(
      new CliError("input", `--add-dir ${dir}: no such directory`),
    );
  });
});

describe("a repository", () => {
  test.each(["directory", "file"])("is known by .git as a %s, here or above", (kind) => {
    if (kind === "file") writeFileSync(join(cwd, ".git"), "gitdir: elsewhere");
    else {
      mkdirSync(join(cwd, ".git"));
      writeFileSync(join(cwd, ".git/HEAD"), "ref: refs/heads/main");
    }
    expect(() => {
      requireRepository(cwd);
      requireRepository(join(cwd, "dir"));
    }).not.toThrow();
  });

  test("is asked for where there is none, and an empty .git is none", () => {
    mkdirSync(join(cwd, ".git"));
    mkdirSync(join(cwd, "dir/.git"));
    expect(() => requireRepository(cwd)).toThrow(
      new CliError("usage", `${cwd} is not inside a git repository`, {
        hint: "add --skip-git-repo-check to run there anyway",
      }),
    );
  });
});

const PLACE = () => ({ cwd, signal: new AbortController().signal });

describe("a JSON file", () => {
  test.each(['{"type":"object"}', '"text"', "null"])(
    "is read whatever it holds: %s",
    async (text) => {
      writeFileSync(join(cwd, "schema.json"), text);
      expect(await readJson("--output-schema", "schema.json", PLACE())).toEqual(JSON.parse(text));
    },
  );

  test("that is not there is an error", async () => {
    await expect(readJson("--output-schema", "none", PLACE())).rejects.toEqual(
      new CliError("input", `cannot read --output-schema none: no such file or directory`),
    );
  });

  test("that is no JSON is an error that says where", async () => {
    await expect(readJson("--output-schema", "file", PLACE())).rejects.toEqual(
      new CliError(
        "input",
        `--output-schema file is not JSON: Unexpected token 'e', "text" is not valid JSON`,
      ),
    );
  });
});
