import { expect, test } from "vitest";

import { SCRIPTS } from "../../../commands/completion/scripts.js";
import { main } from "../../../commands/main.js";
import { emptyWorld } from "../world.js";

/** What a command line exits with and says, with this shell. */
async function outcome(argv: readonly string[], shell?: string) {
  const { world, stdout, stderr } = emptyWorld(argv);
  const env = { ...world.env, SHELL: shell, TURNPIPE_CODEX: "/nowhere/codex" };
  const code = await main({ ...world, env });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

test.each([
  [["completion", "bash"], "/bin/zsh", "bash"],
  [["completion", "zsh"], undefined, "zsh"],
  [["completion"], "/bin/bash", "bash"],
  [["completion"], "/opt/bin/zsh", "zsh"],
  [["completion"], "/usr/bin/fish", "fish"],
] as const)("%j with SHELL=%s prints the script for %s", async (argv, shell, which) => {
  expect(await outcome(argv, shell)).toEqual({ code: 0, stdout: SCRIPTS[which], stderr: "" });
});

const HINT = 'hint: for example: eval "$(turnpipe completion bash)"\n';

test.each([
  [["completion"], undefined, "no shell given"],
  [["completion"], "/usr/bin/tcsh", "no shell given"],
  [["completion", "tcsh"], "/bin/bash", 'unexpected argument "tcsh"'],
] as const)("%j with SHELL=%s is exit 2", async (argv, shell, what) => {
  expect(await outcome(argv, shell)).toEqual({
    code: 2,
    stdout: "",
    stderr: `turnpipe: completion: ${what}: expected bash, zsh, fish\n${HINT}`,
  });
});

test.each([
  [[]],
  [["bash"]],
  [["tcsh", "--", ""]],
  [["bash", "run"]],
  [["--", "bash"]],
  [["bash", "--", "run", "--model=\u{1b}[31m\0"]],
  [["bash", "--", "__complete", ""]],
  [["bash", "--", "exec", ""]],
  [["bash", "--", "__proto__", "constructor", "--toString="]],
])("__complete %j says nothing and is exit 0", async (words) => {
  expect(await outcome(["__complete", ...words])).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("__complete without a word completes the first one", async () => {
  const { stdout, ...rest } = await outcome(["__complete", "bash", "--"]);
  expect({ ...rest, first: stdout.split("\n")[0] }).toEqual({ code: 0, stderr: "", first: "run" });
});

test("the scripts are short, and silent about what goes wrong", () => {
  const calls = Object.values(SCRIPTS).map((script) => ({
    short: script.split("\n").length <= 40,
    silent: script.includes("</dev/null 2>/dev/null"),
  }));
  const right = { short: true, silent: true };
  expect(calls).toEqual([right, right, right]);
});

// No zsh is needed to see that what zsh needs is there.
test("the script for zsh works as a file in $fpath and evaluated", () => {
  const { zsh } = SCRIPTS;
  expect({
    tag: zsh.split("\n")[0],
    words: zsh.includes('{(@)words[2,CURRENT]}" </dev/null'),
    offers: zsh.match(/_describe.*|_files.*/g),
    ending: zsh.trimEnd().split("\n").slice(-5),
  }).toEqual({
    tag: "#compdef turnpipe",
    words: true,
    offers: [
      "_files ;;",
      "_files -/ ;;",
      '_describe -V turnpipe found -S "" ;;',
      "_describe -V turnpipe found ;;",
    ],
    ending: [
      "if [[ $funcstack[1] == _turnpipe ]]; then",
      '  _turnpipe "$@"',
      "else",
      "  compdef _turnpipe turnpipe",
      "fi",
    ],
  });
});
