import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { expect, test } from "vitest";

import { SHELLS } from "../../commands/completion/offer.js";
import { SCRIPTS } from "../../commands/completion/scripts.js";
import { findOnPath } from "../../src/process/find-codex.js";
import { withFolder } from "../helpers/play.js";
import { BIN, spawnCli, textOf } from "../helpers/run-cli.js";

/** What zsh's completion system would be told; its own functions need a terminal. */
const IN_ZSH = `
compdef() { print -r -- "compdef $*" }
_describe() { print -r -- "_describe $*"; print -rl -- "\${(@)found}" }
_files() { print -r -- "_files $*" }
compset() { print -r -- "compset $*" }
eval "$(turnpipe completion zsh)"
shift
words=("$@") CURRENT=$#
_turnpipe || :
`;

const IN_FISH = `turnpipe completion fish | source; complete -C "$argv[1]"`;

interface Case {
  readonly line: string;
  readonly zsh: readonly string[];
  readonly fish: readonly string[];
}

const CASES: readonly Case[] = [
  {
    line: "turnpipe threads list --sort=",
    zsh: ["_describe -V turnpipe found", "--sort=updated", "--sort=created"],
    fish: ["--sort=updated", "--sort=created"],
  },
  {
    line: "turnpipe run --include deltas,di",
    zsh: ["_describe -V turnpipe found -S ", "deltas,diff"],
    fish: ["deltas,diff"],
  },
  {
    line: "turnpipe run -o fo",
    zsh: ["compset -p 0", "_files "],
    fish: ["folder/", "follow"],
  },
  {
    line: "turnpipe run --output=fo",
    zsh: ["compset -p 9", "_files "],
    fish: ["--output=folder/", "--output=follow"],
  },
  {
    line: "turnpipe run -C fo",
    zsh: ["compset -p 0", "_files -/"],
    fish: ["folder/"],
  },
  { line: "turnpipe run -- --js", zsh: [], fish: [] },
];

/** A shell that is installed here; bash has its own tests. */
const isInstalled = (shell: string): boolean =>
  findOnPath(shell, process.env["PATH"], "/").length > 0;

const TRIED = (["zsh", "fish"] as const).filter(isInstalled);

test(`each script asks for its own shell; tried here: ${["bash", ...TRIED].join(", ")}`, () => {
  const asked = SHELLS.map((shell) => /turnpipe __complete (\w+)/.exec(SCRIPTS[shell])?.[1]);
  expect(asked).toEqual(SHELLS);
});

test.each(TRIED.flatMap((shell) => CASES.map((row) => ({ shell, ...row }))))(
  "$shell completes $line",
  async ({ shell, line, ...expected }) => {
    const lines = await withFolder(async (cwd) => {
      await mkdir(join(cwd, "folder"));
      await writeFile(join(cwd, "follow"), "");
      return shell === "zsh"
        ? linesIn(cwd, ["zsh", "-f", "-c", IN_ZSH, "zsh", line, ...line.split(" ")])
        : linesIn(cwd, ["fish", "--no-config", "-c", IN_FISH, line]);
    });
    const registered = shell === "zsh" ? ["compdef _turnpipe turnpipe"] : [];
    // fish says that a directory is one.
    const words = lines.map((found) => found.split("\t")[0]);
    expect(words).toEqual([...registered, ...expected[shell]]);
  },
);

/** What a shell prints in a folder where the built program is called turnpipe. */
async function linesIn(cwd: string, command: readonly [string, ...string[]]): Promise<string[]> {
  const bin = join(cwd, ".bin");
  await mkdir(bin);
  const program = `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`;
  await writeFile(join(bin, "turnpipe"), program, { mode: 0o755 });
  const { child, ended } = spawnCli(command, ["ignore", "pipe", "pipe"], {
    cwd,
    env: {
      ...{ HOME: cwd, TURNPIPE_CODEX: "/nowhere/codex" },
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    },
  });
  const [stdout = "", stderr = ""] = await Promise.all(
    [child.stdout as Readable, child.stderr as Readable].map(textOf),
  );
  expect({ ...(await ended), stderr }).toEqual({ exit: 0, left: [], stderr: "" });
  return stdout.split("\n").slice(0, -1);
}
