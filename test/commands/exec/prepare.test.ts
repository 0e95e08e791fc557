import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";

import { describe, expect, test } from "vitest";

import { CodexError } from "../../../commands/exec/codex-error.js";
import { CODEX } from "../../../commands/exec/grammar.js";
import type { LocalProvider } from "../../../commands/exec/local-provider.js";
import { execOptions } from "../../../commands/exec/options.js";
import { prepareExec } from "../../../commands/exec/prepare.js";
import { parseExecArguments } from "../../../commands/exec/parse-arguments.js";
import { CliError } from "../../../src/outcome/errors.js";
import type { TurnResult } from "../../../src/turn/run-turn.js";
import type { SandboxMode } from "../../../src/protocol/params.js";
import { threadParams, turnParams, threadOf } from "../../helpers/requests.js";
import { ownFolder } from "../world.js";
import { MemoryStream } from "../../helpers/memory-streams.js";

const ID = "01a1e263-b780-77d2-9b65-ef1b3caddded";
/** Whether anybody may be asked is left to the settings of codex. */
const OPEN = { approvalPolicy: null };

test("a prompt alone is a turn on a new thread, with everything left to codex", async () => {
  const cwd = repository();
  const { prompt, request, ...rest } = await prepare(["p"], cwd, NO_PROVIDER, "p");
  const text = await prompt(worldOf(cwd));
  expect({ text, request: request(text), ...rest }).toEqual({
    text: "p",
    request: {
      thread: { kind: "new", rules: "exec", params: threadParams(cwd, OPEN) },
      task: { kind: "turn", params: turnParams(cwd, { input: [{ type: "text", text }] }) },
    },
    targets: { output: undefined, diff: undefined, result: undefined, strict: false },
    finish: expect.any(Function) as unknown,
    steering: undefined,
    throwsError: expect.any(Function) as unknown,
  });
});

test("an error before the turn, or a signal, is thrown; with all events it is one of them", async () => {
  const cwd = repository();
  const results = [
    { turnId: null, error: new CliError("server_crashed", "gone") },
    { turnId: "t", error: new CliError("server_crashed", "gone") },
    { turnId: "t", error: new CliError("terminated", "stopped") },
  ] as TurnResult[];
  const thrown = async (argv: readonly string[]) => {
    const { throwsError } = await prepare(argv, cwd);
    return results.map((result) => throwsError?.(result));
  };
  expect(await thrown(["p"])).toEqual([true, false, true]);
  expect(await thrown(["--turnpipe-events", "p"])).toEqual([false, false, false]);
});

test("every option is passed on; images as typed, directories resolved from the working directory", async () => {
  const cwd = repository();
  const where = ["-C", "sub", "--add-dir", "more", "--add-dir", ".", "-o", "none/o.txt"];
  const what = ["-s", "read-only", "--ephemeral", "--dangerously-bypass-hook-trust"];
  const how = ["--thread-source", "cron", "--cyber-access-program", "standard"];
  const given = ["--output-schema", "text.json", "--image=none.png,a.png"];
  const provider = { model: "gpt-6", modelProvider: "mine" };
  const prepared = await prepare([...where, ...what, ...how, ...given, "p"], cwd, provider);
  const workdir = join(cwd, "sub");
  expect({ request: prepared.request("p"), to: prepared.targets }).toEqual({
    request: {
      thread: {
        kind: "new",
        rules: "exec",
        params: threadParams(workdir, {
          ...OPEN,
          ...provider,
          workspaceRoots: [workdir, join(workdir, "more")],
          sandbox: "read-only",
          ephemeral: true,
          threadSource: "cron",
          config: { bypass_hook_trust: true },
        }),
      },
      task: {
        kind: "turn",
        params: turnParams(workdir, {
          input: [
            { type: "localImage", path: "none.png" },
            { type: "localImage", path: "a.png" },
            { type: "text", text: "p" },
          ],
          outputSchema: "text",
          cyberAccessProgram: "standard",
        }),
      },
    },
    to: { output: join(cwd, "none/o.txt"), diff: undefined, result: undefined, strict: false },
  });
});

test.each<[string, SandboxMode, string, string | null]>([
  ["--approve-for-me", "workspace-write", "on-request", "auto_review"],
  ["--yolo", "danger-full-access", "never", null],
])("%s decides on the sandbox and who approves", async (flag, sandbox, policy, reviewer) => {
  const cwd = repository();
  const { request } = await prepare([flag, "p"], cwd);
  const wishes = { sandbox, approvalPolicy: policy, approvalsReviewer: reviewer };
  expect(threadOf(request("p")).params).toEqual(threadParams(cwd, wishes));
});

describe("a sub-command", () => {
  test.each([
    ["resume", ["resume", ID, "p"], { by: "id", id: ID }],
    ["resume", ["resume", "p"], { by: "name", name: "p", anywhere: false }],
    ["resume", ["resume"], undefined],
    ["fork", ["fork", ID, "p"], { by: "id", id: ID }],
  ])("%s has a turn on an old thread: %j", async (kind, argv, query) => {
    const cwd = repository();
    const { request } = await prepare(argv, cwd);
    expect(request("p")).toEqual({
      thread: { kind, rules: "exec", query, params: threadParams(cwd, OPEN) },
      task: { kind: "turn", params: turnParams(cwd, { input: [{ type: "text", text: "p" }] }) },
    });
  });

  test("fork alone has no turn, and does not look at stdin", async () => {
    const cwd = repository();
    const { prompt, request } = await prepare(["fork", ID], cwd, NO_PROVIDER, "");
    const text = await prompt(worldOf(cwd));
    expect({ text, request: request(text) }).toEqual({
      text: "",
      request: {
        thread: {
          kind: "fork",
          rules: "exec",
          query: { by: "id", id: ID },
          params: threadParams(cwd, OPEN),
        },
        task: { kind: "nothing" },
      },
    });
  });

  test.each([
    [["review", "--base", "main"], "", { type: "baseBranch", branch: "main" }],
    [["review", "-"], " look \n", { type: "custom", instructions: "look" }],
  ])("%j is a review on a new thread, whatever its schema", async (argv, prompt, target) => {
    const cwd = repository();
    const words = ["--output-schema", "none.json", ...argv];
    const { request } = await prepare(words, cwd, NO_PROVIDER, prompt);
    expect(request(prompt)).toEqual({
      thread: { kind: "new", rules: "exec", params: threadParams(cwd, OPEN) },
      task: { kind: "review", target },
    });
  });

  test("review has no blank instructions", async () => {
    const { request } = await prepare(["review", " "], repository(), NO_PROVIDER, " ");
    expect(() => request(" ")).toThrow(
      new CodexError("input", "Error: Review prompt cannot be empty"),
    );
  });
});

describe("invalid input is reported before a server starts", () => {
  test.each([
    [["-C", "none", "p"], /^Error: No such file or directory \(os error 2\)$/],
    [
      ["--output-schema", "none.json", "p"],
      /^Failed to read output schema file none\.json: No such file or directory \(os error 2\)$/,
    ],
    [["--output-schema", "bad.json", "p"], /^Output schema file bad\.json is not valid JSON: /],
    [["--output-schema", "latin.json", "p"], /latin\.json/],
  ])("%j", async (argv, message) => {
    await expect(prepare(argv, repository())).rejects.toMatchObject({
      kind: "input",
      message: expect.stringMatching(message) as string,
    });
  });
});

describe("a repository", () => {
  test.each([
    ["a folder with a HEAD", (git: string) => repositoryAt(git)],
    ["a file", (git: string) => writeFileSync(git, "")],
  ])("is %s called .git, here or above", async (_, make) => {
    const cwd = ownFolder();
    make(join(cwd, ".git"));
    mkdirSync(join(cwd, "sub"));
    const prepared = [await prepare(["p"], cwd), await prepare(["-C", "sub", "p"], cwd)];
    expect(prepared.map(({ request }) => threadOf(request("p")).params.cwd)).toEqual([
      cwd,
      join(cwd, "sub"),
    ]);
  });

  // Asked of the real codex: only a folder that has a HEAD counts.
  test.each<[string, (git: string) => void]>([
    ["nothing", () => undefined],
    ["an empty folder", (git) => mkdirSync(git)],
  ])("is not %s called .git, unless that is what was meant", async (_, make) => {
    const cwd = ownFolder();
    make(join(cwd, ".git"));
    await expect(prepare(["p"], cwd)).rejects.toEqual(
      new CodexError(
        "usage",
        "Not inside a trusted directory and --skip-git-repo-check was not specified.",
      ),
    );
    const meant = [
      ["--skip-git-repo-check", "p"],
      ["--yolo", "p"],
    ];
    const prepared = await Promise.all(meant.map((argv) => prepare(argv, cwd)));
    expect(prepared.map(({ request }) => threadOf(request("p")).params.cwd)).toEqual([cwd, cwd]);
  });
});

/** A repository with two folders and a few schemas. */
function repository(): string {
  const cwd = ownFolder();
  repositoryAt(join(cwd, ".git"));
  mkdirSync(join(cwd, "sub/more"), { recursive: true });
  writeFileSync(join(cwd, "text.json"), '"text"');
  writeFileSync(join(cwd, "bad.json"), "{");
  writeFileSync(join(cwd, "latin.json"), Buffer.from('"f\xfcr"', "latin1"));
  return cwd;
}

function repositoryAt(git: string): void {
  mkdirSync(git);
  writeFileSync(join(git, "HEAD"), "ref: refs/heads/main");
}

const NO_PROVIDER: LocalProvider = { model: null, modelProvider: null };

const prepare = (argv: readonly string[], cwd: string, provider = NO_PROVIDER, prompt = "p") =>
  prepareExec(
    execOptions(parseExecArguments(["exec", ...argv], CODEX)),
    { cwd, stdout: new MemoryStream(), stderr: new MemoryStream(), stop: new AbortController() },
    { prompt: Promise.resolve(prompt), provider },
  );

const worldOf = (cwd: string) => ({
  cwd,
  stdin: new PassThrough(),
  stop: new AbortController().signal,
  notice: () => undefined,
});
