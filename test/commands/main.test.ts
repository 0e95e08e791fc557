import { beforeEach, describe, expect, test, vi } from "vitest";

import { main } from "../../commands/main.js";
import { executeTurn } from "../../commands/turn/execute-turn.js";
import { CliError } from "../../src/outcome/errors.js";
import { VERSION } from "../../src/version.js";
import { emptyWorld } from "./world.js";

vi.mock("../../commands/turn/execute-turn.js", () => ({ executeTurn: vi.fn() }));
beforeEach(() => {
  vi.mocked(executeTurn).mockReset().mockResolvedValue(0);
});

/** What a command line exits with, and what it says. */
async function outcome(...argv: string[]) {
  const { world, stdout, stderr } = emptyWorld(argv);
  const code = await main(world);
  return { code, stdout: stdout.text, stderr: stderr.text };
}

describe("the exit status", () => {
  test.each([0, 1, 8, 130])("is what the turn comes to: %i", async (code) => {
    vi.mocked(executeTurn).mockResolvedValue(code);
    expect(await outcome("run", "fix it")).toEqual({ code, stdout: "", stderr: "" });
  });

  test("of an error is its cause's, with its words on stderr", async () => {
    vi.mocked(executeTurn).mockRejectedValue(new CliError("input", "--image a.png: no such file"));
    expect(await outcome("run", "fix it")).toEqual({
      code: 2,
      stdout: "",
      stderr: "turnpipe: --image a.png: no such file\n",
    });
  });

  test("of a bug of ours is 70", async () => {
    vi.mocked(executeTurn).mockRejectedValue(new TypeError("oops"));
    expect(await outcome("run", "fix it")).toEqual({
      code: 70,
      stdout: "",
      stderr: expect.stringMatching(/^turnpipe: a bug in turnpipe: TypeError: oops\n/) as string,
    });
  });
});

describe("a command that is none", () => {
  test.each([
    [[], "turnpipe: no command given\nhint: see: turnpipe --help\n"],
    [["rnu"], "turnpipe: no such command: rnu\nhint: did you mean: turnpipe run\n"],
    [["frobnicate"], "turnpipe: no such command: frobnicate\nhint: see: turnpipe --help\n"],
    [["--nope"], "turnpipe: unknown flag --nope\nhint: see: turnpipe --help\n"],
  ])("%j is told so on stderr alone", async (argv, stderr) => {
    expect(await outcome(...argv)).toEqual({ code: 2, stdout: "", stderr });
    expect(executeTurn).not.toHaveBeenCalled();
  });
});

describe("a signal", () => {
  test.each([
    ["SIGHUP", "hangup"],
    ["SIGINT", "interrupted"],
    ["SIGTERM", "terminated"],
  ] as const)("%s stops the turn as %s", async (signal, cause) => {
    const { world, asked } = emptyWorld(["run", "fix it"]);
    const reasons: unknown[] = [];
    vi.mocked(executeTurn).mockImplementation((_, { stop }) => {
      asked.abort(signal);
      reasons.push(stop.signal.reason);
      return Promise.resolve(0);
    });
    await main(world);
    expect(reasons).toEqual([new CliError(cause, `stopped by ${signal}`)]);
  });

  test("that came before the turn counts too", async () => {
    const { world, asked } = emptyWorld(["run", "fix it"]);
    asked.abort("SIGINT");
    const reasons: unknown[] = [];
    vi.mocked(executeTurn).mockImplementation((_, { stop }) => {
      reasons.push(stop.signal.reason);
      return Promise.resolve(0);
    });
    await main(world);
    expect(reasons).toEqual([new CliError("interrupted", "stopped by SIGINT")]);
  });
});

test("--version prints our version and nothing else", async () => {
  expect(await outcome("--version")).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: "" });
});
