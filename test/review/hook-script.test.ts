import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import {
  hookBlock,
  isShellScript,
  readBlock,
  withBlock,
  withoutBlock,
  type HookOptions,
} from "../../src/review/hook-script.js";
import { writeProgram } from "../helpers/git-repository.js";

const OPTIONS: HookOptions = { mode: "block", onError: "open", program: "/nowhere/turnpipe" };
const BLOCK = hookBlock(OPTIONS, "inside");
const LINES = "refs/heads/main a refs/heads/main b\nrefs/tags/$HOME c `id` d\\n\n";

/** Every shell of this machine that a hook may name; sh and bash are everywhere. */
const SHELLS = [["sh"], ["bash"], ["dash"], ["zsh"], ["ksh"], ["busybox", "sh"]].filter(
  ([name = ""]) => spawnSync(name, ["-c", ":"]).error === undefined,
);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hook-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a script with a turnpipe on the PATH that notes what it is given and ends as told. */
function run(shell: string[], script: string, { status = 0, input = LINES, flags = ["-"] } = {}) {
  const noted = join(folder, "noted");
  const fake = `#!/bin/sh\nprintf '<%s>' "$@" >"${noted}"\ncat >>"${noted}"\nexit ${status}\n`;
  writeProgram(join(folder, "bin", "turnpipe"), fake);
  const path = writeProgram(join(folder, "pre-push"), script);
  const [program = "", ...words] = shell;
  const args = [...words, ...flags.filter((flag) => flag !== "-"), path, "origin", "a url"];
  const env = { PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}` };
  const { stdout, stderr, ...rest } = spawnSync(program, args, { input, env, encoding: "utf8" });
  return { status: rest.status, stdout, stderr, noted: () => readFileSync(noted, "utf8") };
}

describe.each(SHELLS.map((shell) => ({ shell, name: shell.join(" ") })))(
  "in $name",
  ({ shell }) => {
    test("our part is read without complaint, in all its forms", () => {
      const forms = (["none", "inside", "beside"] as const).flatMap((chained) =>
        (["open", "closed", "warn"] as const).flatMap((onError) =>
          [
            { program: "/it's/a path" },
            { program: "/it's/a path", nodeDirectory: "/it's/bin" },
            { program: null },
          ].map((where) => hookBlock({ ...OPTIONS, onError, ...where }, chained)),
        ),
      );
      const [program = "", ...words] = shell;
      const checks = forms.map((form) => spawnSync(program, [...words, "-n"], { input: form }));
      expect(checks.map(({ status, stderr }) => [status, String(stderr)])).toEqual(
        forms.map(() => [0, ""]),
      );
    });

    test.each([["-"], ["-e"], ["-u"], ["-eu"], ["-f"]])(
      "with %s the script behind it has its own stdin, name, arguments and options",
      (flags) => {
        const rest = `echo "$#:$1:$2:\${0##*/}:$-"\nset | grep -c '^turnpipe_' || :\ncat\n`;
        const alone = run(shell, rest, { flags: [flags] });
        const both = run(shell, BLOCK + rest, { flags: [flags] });
        expect([both.status, both.stdout, both.stderr]).toEqual([alone.status, alone.stdout, ""]);
        expect(alone.stdout).toMatch(/^2:origin:a url:pre-push:.*\n0\nrefs/);
        expect(alone.stdout.endsWith(LINES)).toBe(true);
        expect(both.noted()).toBe(
          `<review><hook><run><--mode><block><--on-error><open><--><origin><a url>${LINES}`,
        );
      },
    );

    test("a push of very many refs reaches both whole", () => {
      const input = "refs/heads/some-branch 1234567890 refs/heads/some-branch 0987654321\n".repeat(
        5000,
      );
      const { stdout, noted } = run(shell, `${BLOCK}cat\n`, { input });
      expect([stdout === input, noted().endsWith(`<a url>${input}`)]).toEqual([true, true]);
    });

    test("a push of nothing is not reviewed, and the script behind reads nothing", () => {
      const { status, stdout, noted } = run(shell, `${BLOCK}cat\necho end\n`, { input: "" });
      expect([status, stdout]).toEqual([0, "end\n"]);
      expect(noted).toThrow("ENOENT");
    });

    test.each([1, 3, 70, 130])("a review that ends with %i ends the hook with it", (status) => {
      const { stdout, ...ended } = run(shell, `${BLOCK}echo behind\n`, { status });
      expect([ended.status, stdout]).toEqual([status, ""]);
    });
  },
);

test("a turnpipe whose node is gone is a missing turnpipe", () => {
  const { status, stdout, stderr } = run(["sh"], `${BLOCK}echo behind\n`, { status: 127 });
  expect([status, stdout, stderr]).toEqual([
    0,
    "behind\n",
    "turnpipe: the review hook cannot start turnpipe, or the node that it needs: the push is NOT REVIEWED.\n" +
      "turnpipe: install it, or where it is installed run: turnpipe review hook install\n",
  ]);
});

describe("our part in a script", () => {
  test.each([
    ["a script", "#!/bin/bash -e\n\necho hi\n", "#!/bin/bash -e\n", "\necho hi\n"],
    ["a script without a first line of its own", "echo hi", "", "echo hi"],
    ["an empty file", "", "", ""],
    ["a first line and nothing more", "#!/bin/sh\n", "#!/bin/sh\n", ""],
    ["lines that end in CR LF", "#!/bin/sh\r\necho hi\r\n", "#!/bin/sh\r\n", "echo hi\r\n"],
  ])("stands behind the first line and goes without a trace: %s", (_, script, before, after) => {
    const both = withBlock(script, BLOCK);
    expect([both, withoutBlock(both)]).toEqual([`${before}${BLOCK}${after}`, script]);
  });

  test("goes without a trace from a first line that does not end", () => {
    const both = withBlock("#!/bin/sh", BLOCK);
    expect([both, withoutBlock(both)]).toEqual([`#!/bin/sh\n${BLOCK.trimEnd()}`, "#!/bin/sh"]);
  });

  test("says how it was made", () => {
    expect(readBlock(`#!/bin/sh\n${BLOCK}echo hi\n`)).toEqual({
      mode: "block",
      onError: "open",
      chained: "inside",
    });
  });

  test("says nothing it does not know", () => {
    const edited = "# >>> turnpipe review hook >>>\necho mine\n# <<< turnpipe review hook <<<\n";
    expect([readBlock(edited), readBlock("#!/bin/sh\n")]).toEqual([
      { mode: null, onError: null, chained: null },
      undefined,
    ]);
  });
});

test.each([
  ["#!/bin/sh\n", true],
  ["#!/bin/sh", true],
  ["#! /usr/bin/dash -e\r\n", true],
  ["#!/usr/bin/env bash\n", true],
  ["#!/usr/bin/env -S LANG=C zsh -f\n", true],
  ["#!/opt/ksh\n", true],
  ["echo hi\n", true],
  ["", true],
  ["#!/usr/bin/env python3\n", false],
  ["#!/usr/bin/env\n", false],
  ["#!/usr/bin/fish\n", false],
  ["#!/usr/bin/node --bash\n", false],
  ["\x7fELF\x02\0\0", false],
])("%j is a shell script: %s", (script, expected) => {
  expect(isShellScript(script)).toBe(expected);
});
