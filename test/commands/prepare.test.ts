import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { prepareTurn } from "../../commands/prepare.js";
import type { TurnOptions } from "../../commands/turn-options.js";
import { parseTurn } from "../../commands/turn-options.js";
import { CliError } from "../../src/errors.js";
import { threadParams, turnParams } from "../helpers/requests.js";
import { ownFolder } from "./world.js";
import { threadOf } from "../helpers/thread-of.js";

/** A repository with a folder and a few files, and options to run there. */
function repository() {
  const cwd = ownFolder();
  for (const folder of [".git", "sub", "more"]) mkdirSync(join(cwd, folder));
  writeFileSync(join(cwd, ".git/HEAD"), "ref: refs/heads/main");
  writeFileSync(join(cwd, "a.png"), "");
  writeFileSync(join(cwd, "schema.json"), '{"type":"number"}');
  writeFileSync(join(cwd, "text.json"), '"text"');
  return { cwd, options: parseTurn({}) };
}

test("a turn without wishes asks for the usual", async () => {
  const { cwd, options } = repository();
  const { request, destinations, check } = await prepareTurn(options, cwd);
  expect({ request: request("fix it"), destinations, check }).toEqual({
    request: {
      thread: { kind: "new", rules: "own", params: threadParams(cwd) },
      task: {
        kind: "turn",
        params: turnParams(cwd, { input: [{ type: "text", text: "fix it" }] }),
      },
    },
    destinations: { output: undefined, diff: undefined, result: undefined, strict: true },
    check: undefined,
  });
});

test("a turn with every wish passes them all on, files from here and the text last", async () => {
  const { cwd, options } = repository();
  const wishes: TurnOptions = {
    ...options,
    cd: "sub",
    addDirs: ["more", "sub"],
    images: ["a.png"],
    output: "o.txt",
    diffFile: "d.diff",
    result: "r.json",
    outputSchema: "schema.json",
    model: "gpt-6",
    effort: "high",
    summary: "none",
    sandbox: "read-only",
    ephemeral: true,
  };
  const { request, destinations, check } = await prepareTurn(wishes, cwd);
  expect({
    request: request("fix it"),
    destinations,
    checked: [check?.("5"), check?.('"x"')],
  }).toEqual({
    request: {
      thread: {
        kind: "new",
        rules: "own",
        params: threadParams(join(cwd, "sub"), {
          model: "gpt-6",
          workspaceRoots: [join(cwd, "sub"), join(cwd, "more")],
          sandbox: "read-only",
          ephemeral: true,
        }),
      },
      task: {
        kind: "turn",
        params: turnParams(join(cwd, "sub"), {
          input: [
            { type: "localImage", path: join(cwd, "a.png") },
            { type: "text", text: "fix it" },
          ],
          effort: "high",
          summary: "none",
          outputSchema: { type: "number" },
        }),
      },
    },
    destinations: {
      output: join(cwd, "o.txt"),
      diff: join(cwd, "d.diff"),
      result: join(cwd, "r.json"),
      strict: true,
    },
    checked: [undefined, "the answer must be number"],
  });
});

describe("what is wrong is found before anything costs", () => {
  test.each<[Partial<TurnOptions>, string]>([
    [{ cd: "none" }, "--cd none: no such directory"],
    [{ addDirs: ["none"] }, "--add-dir none: no such directory"],
    [{ images: ["none.png"] }, "--image none.png: no such file"],
    [{ output: "none/o" }, "--output none/o: cannot be written"],
    [{ diffFile: "sub" }, "--diff-file sub: cannot be written"],
    [{ result: "none/r" }, "--result none/r: cannot be written"],
    [{ outputSchema: "text.json" }, "--output-schema: a JSON Schema is an object"],
  ])("%j", async (wish, message) => {
    const { cwd, options } = repository();
    await expect(prepareTurn({ ...options, ...wish }, cwd)).rejects.toEqual(
      new CliError("input", message),
    );
  });

  test("a place without a repository, unless that is what was meant", async () => {
    const cwd = ownFolder();
    const options = parseTurn({});
    await expect(prepareTurn(options, cwd)).rejects.toMatchObject({ kind: "usage" });
    const { request } = await prepareTurn({ ...options, skipGitRepoCheck: true }, cwd);
    expect(threadOf(request("x")).params.cwd).toBe(cwd);
  });
});
