import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, onTestFinished, test } from "vitest";

import { bundleProgram } from "../build/bundle.js";
import { placeOf, withEngine } from "../helpers/engine.js";
import { runCli } from "../helpers/run-cli.js";

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "turnpipe-modules-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The files of the program that V8 saw. */
function loadedFiles(coverage: string): string[] {
  const urls = readdirSync(coverage).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as {
      result: { url: string }[];
    };
    return result.map(({ url }) => url);
  });
  const program = new URL("../../", import.meta.url).href;
  return urls.filter((url) => url.startsWith(program)).map((url) => url.slice(program.length));
}

test("a plain `run --json` loads the entry and main, and nothing on demand", async () => {
  await withEngine({ scenario: "command-ok" }, async (engine) => {
    const coverage = ownFolder();
    const { cwd, env } = placeOf(engine);
    const { exit } = await runCli(["run", "--json", "Say hello"], {
      cwd,
      env: { ...env, NODE_V8_COVERAGE: coverage },
    });
    expect({ exit, files: loadedFiles(coverage).sort() }).toEqual({
      exit: 0,
      files: ["bin/turnpipe.js", "dist/main.js", "dist/turnpipe.js"],
    });
  });
});

test("main holds the modules that `run`, `resume` and `exec` need, and no others", async () => {
  const files = await bundleProgram(ownFolder());
  const main = files.find(({ path }) => basename(path) === "main.js");
  const pinned = fileURLToPath(new URL("../pins/run-modules.txt", import.meta.url));
  // After a change that you mean, write the list that this test prints to the pinned file.
  expect(main?.sources.map(nameOf).filter(isFirst).sort()).toEqual(
    readFileSync(pinned, "utf8").trim().split("\n"),
  );
});

/** Our own modules by path, packages by name. */
const nameOf = (source: string): string =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? source;

const isFirst = (name: string, at: number, all: readonly string[]): boolean =>
  all.indexOf(name) === at;
