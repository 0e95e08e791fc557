import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test, vi } from "vitest";

import { prepareTurn } from "../../../commands/turn/prepare.js";
import type { TurnOptions } from "../../../commands/turn/options.js";
import { parseTurn } from "../../../commands/turn/options.js";
import { CliError } from "../../../src/outcome/errors.js";
import { threadParams, turnParams, threadOf } from "../../helpers/requests.js";
import { createRunContext } from "../../../commands/cli/run-context.js";
import type { RunContext } from "../../../src/context.js";
import { emptyWorld, ownFolder } from "../world.js";

/** A repository with a folder and a few files, and options to run there. */
const NO_FOLDER = "no such file or directory";

const placeAt = (cwd: string): RunContext => createRunContext({ ...emptyWorld([]).world, cwd });

function repository() {
  const cwd = ownFolder();
  for (const folder of [".git", "sub", "more"]) mkdirSync(join(cwd, folder));
  writeFileSync(join(cwd, ".git/HEAD"), "ref: refs/heads/main");
  writeFileSync(join(cwd, "a.png"), "");
  writeFileSync(join(cwd, "schema.json"), '{"type":"number"}');
  writeFileSync(join(cwd, "text.json"), '"text"');
  return { cwd, options: parseTurn({}) };
}

// Threads are for the built program: from source they take seconds to start.
vi.mock("../../../src/answer/validate-in-worker.js", () => ({
  validateInWorker: () => Promise.resolve({ mismatch: null }),
}));

test("a turn without options uses the defaults", async () => {
  const { cwd, options } = repository();
  const { request, targets } = await prepareTurn(options, placeAt(cwd));
  expect({ request: request("fix it"), targets }).toEqual({
    request: {
      thread: { kind: "new", rules: "own", params: threadParams(cwd, { rawEvents: true }) },
      task: {
        kind: "turn",
        params: turnParams(cwd, { input: [{ type: "text", text: "fix it" }] }),
      },
    },
    targets: { output: undefined, diff: undefined, result: undefined, strict: true },
  });
});

test("a turn with every option passes them all on, with resolved files and the text last", async () => {
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
  const { request, targets, ready } = await prepareTurn(wishes, placeAt(cwd));
  await ready?.(new AbortController().signal);
  expect({
    request: request("fix it"),
    targets,
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
          rawEvents: true,
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
    targets: {
      output: join(cwd, "o.txt"),
      diff: join(cwd, "d.diff"),
      result: join(cwd, "r.json"),
      strict: true,
    },
  });
});

test("blocked writes are listened for unless the sandbox is known to allow them", async () => {
  const { cwd, options } = repository();
  const requests = ["read-only", undefined, "workspace-write", "danger-full-access"].map(
    async (sandbox) => {
      const given = { ...options, sandbox } as TurnOptions;
      const { thread } = (await prepareTurn(given, placeAt(cwd))).request("fix it");
      return "params" in thread && thread.params.rawEvents;
    },
  );
  expect(await Promise.all(requests)).toEqual([true, true, false, false]);
});

describe("invalid input is reported before a server starts", () => {
  test.each<[Partial<TurnOptions>, string]>([
    [{ cd: "none" }, "--cd none: no such directory"],
    [{ addDirs: ["none"] }, "--add-dir none: no such directory"],
    [{ images: ["none.png"] }, "--image none.png: no such file"],
    [{ output: "none/o" }, `--output none/o: cannot be written: ${NO_FOLDER}`],
    [{ diffFile: "sub" }, "--diff-file sub: cannot be written: it is a directory"],
    [{ result: "none/r" }, `--result none/r: cannot be written: ${NO_FOLDER}`],
  ])("%j", async (wish, message) => {
    const { cwd, options } = repository();
    await expect(prepareTurn({ ...options, ...wish }, placeAt(cwd))).rejects.toEqual(
      new CliError("input", message),
    );
  });

  test("an invalid schema, after the time limits have started", async () => {
    const { cwd, options } = repository();
    const wish = { ...options, outputSchema: "text.json" };
    const { ready } = await prepareTurn(wish, placeAt(cwd));
    await expect(ready?.(new AbortController().signal)).rejects.toEqual(
      new CliError("input", "--output-schema: a JSON Schema is an object"),
    );
  });

  test("a place without a repository, unless that is what was meant", async () => {
    const cwd = ownFolder();
    const options = parseTurn({});
    await expect(prepareTurn(options, placeAt(cwd))).rejects.toMatchObject({ kind: "usage" });
    const { request } = await prepareTurn({ ...options, skipGitRepoCheck: true }, placeAt(cwd));
    expect(threadOf(request("x")).params.cwd).toBe(cwd);
  });
});
