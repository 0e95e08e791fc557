import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { expect, test } from "vitest";

import { ENDING, message, notification, OPENING, OURS } from "../helpers/conversation.js";
import { PLAYED, readLines, type Event } from "../helpers/fixture.js";
import { scriptIn, withFolder } from "../helpers/play.js";
import { BIN, spawnCli, textOf } from "../helpers/run-cli.js";

const LONG = "0123456789abcdef".repeat(2_048);
const DIFF = notification("turn/diff/updated", { ...OURS, diff: LONG });
const STEPS = [...OPENING, DIFF, message(LONG), ...ENDING];
/** Files of eight kilobytes at most: as good as a disk that is full, and anybody may ask for it. */
const LITTLE_ROOM = 'ulimit -f 8; exec "$@"';

test.each([
  ["-o", 1, "turn.failed"],
  ["--diff-file", 1, "turn.failed"],
  ["--result", 1, "turn.failed"],
] as const)(
  "%s that finds no room leaves the old file whole, and is exit %i",
  async (flag, exit, type) => {
    await withFolder(async (cwd) => {
      await writeFile(join(cwd, "old.txt"), "before");
      const env = await scriptIn(cwd, STEPS);
      const program = [process.execPath, BIN, "run", "--json", "Go", ...PLAYED, flag, "old.txt"];
      const command = ["bash", "-c", LITTLE_ROOM, "bash", ...program] as const;
      const { child, ended } = spawnCli(command, ["ignore", "pipe", "pipe"], { cwd, env });
      const [stdout, stderr] = [child.stdout, child.stderr].map((out) => textOf(out as Readable));
      const ending = await ended;
      const last = readLines<Event>((await stdout) ?? "").at(-1);
      expect({
        ...ending,
        last: { type: last?.type, exit_code: last?.["exit_code"] },
        says: /cannot write .*old\.txt: file too large/.test((await stderr) ?? ""),
        kept: await readFile(join(cwd, "old.txt"), "utf8"),
        files: (await readdir(cwd)).sort(),
      }).toEqual({
        ...{ exit, left: [], last: { type, exit_code: exit }, says: true, kept: "before" },
        files: ["heard.jsonl", "old.txt", "script.jsonl"],
      });
    });
  },
);

test.each([
  ["-o", 1],
  ["--diff-file", 1],
  ["--result", 1],
] as const)("%s onto a full device is exit %i, and said aloud", async (flag, exit) => {
  await withFolder(async (cwd) => {
    const env = await scriptIn(cwd, STEPS);
    const command = [process.execPath, BIN, "run", "--json", "Go", ...PLAYED] as const;
    const program = [...command, flag, "/dev/full"] as const;
    const { child, ended } = spawnCli(program, ["ignore", "ignore", "pipe"], { cwd, env });
    const stderr = textOf(child.stderr as Readable);
    expect({ ...(await ended), says: (await stderr).includes("cannot write /dev/full") }).toEqual({
      ...{ exit, left: [], says: true },
    });
  });
});
