import { beforeEach, expect, test, vi } from "vitest";

import { runCommandLine } from "../../../commands/cli/yargs.js";
import { parsePlain } from "../../../commands/cli/parse.js";
import { commandFor } from "../../../commands/registry.js";
import { executeTurn } from "../../../commands/turn/execute-turn.js";
import { emptyWorld } from "../world.js";
import { Redactor } from "../../../src/redact/redactor.js";

vi.mock("../../../commands/turn/execute-turn.js", () => ({ executeTurn: vi.fn() }));
beforeEach(() => {
  vi.mocked(executeTurn).mockReset().mockResolvedValue(0);
});

const runtimeFor = (argv: readonly string[]) => ({
  ...emptyWorld(argv).world,
  stop: new AbortController(),
  secrets: new Redactor(),
});

/** What the quick parser makes of a command line. */
async function quick(argv: readonly string[]) {
  const command = await commandFor(argv);
  const plain = command === undefined ? undefined : parsePlain(argv, command.flags);
  return { plain, execute: command?.execute };
}

const EVERY_FLAG = [
  ...["--json", "-o", "out.txt", "--output-schema", "s.json", "--diff-file=d", "--result", "r"],
  ...["--include", "raw,diff", "--include=mcp", "-v", "--color", "never", "--prompt-file", "p"],
  ...["-i", "a.png", "--image=b.png", "--stdin", "-m", "gpt", "--effort", "high"],
  ...["--summary", "concise", "-s", "read-only", "-C", "/x", "--add-dir", "/y", "--add-dir=/z"],
  ...["--ephemeral", "--skip-git-repo-check", "--fail-on", "declined", "--codex", "./c"],
  ...["-c", "a=1", "--config=b=2", "--enable", "e", "--disable", "f", "--demo=edit"],
];

test.each([
  [["run"]],
  [["run", "fix it"]],
  [["run", "-"]],
  [["run", "--", "-x"]],
  [["run", "--json", "--", "--json"]],
  [["run", "12"]],
  [["run", "-qo", "out.txt", "fix it"]],
  [["run", "--no-stdin", "fix it"]],
  [["run", "--no-json", "--json=true", "--quiet=false", "fix it"]],
  [["run", "fix it", "-c", "a.b.c=1", "-c", 'x="y z"']],
  [["run", "--output-last-message", "o", "fix it"]],
  [["run", "--model=", "fix it"]],
  [["run", ...EVERY_FLAG]],
  [["resume", "--last"]],
  [["resume", "--last", "go on"]],
  [["resume", "a name", "go on"]],
  [["resume", "01a1e263-b780-77d2-9b65-ef1b3caddded", "--fork", "-"]],
  [["resume", "--all", "--last", "--fork", "--ephemeral", "--steer-from", "lines", "--", "-x"]],
])("%j means the same to both parsers", async (argv) => {
  const { plain, execute } = await quick(argv);
  expect(plain).toBeDefined();
  await execute?.(plain ?? { _: [] }, runtimeFor(argv));
  await runCommandLine(argv, runtimeFor(argv));
  const [[plainly] = [], [thorough] = []] = vi.mocked(executeTurn).mock.calls;
  expect(plainly).toEqual(thorough);
});

test.each([
  [[]],
  [["--help"]],
  [["rum", "fix it"]],
  [["resume", "--help"]],
  [["resume", "--last=maybe", "--demo"]],
  [["run", "--help"]],
  [["run", "-h"]],
  [["run", "--version"]],
  [["run", "--frob"]],
  [["run", "-x", "fix it"]],
  [["run", "-o"]],
  [["run", "fix it", "--model"]],
  [["run", "-s", "everything"]],
  [["run", "--color=pink"]],
  [["run", "-m", "a", "-s", "read-only", "-s", "workspace-write"]],
])("%j is left to yargs", async (argv) => {
  expect((await quick(argv)).plain).toBeUndefined();
});
