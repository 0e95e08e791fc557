import { once } from "node:events";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { expect, test } from "vitest";

import {
  completed,
  ENDING,
  message,
  OPENING,
  said,
  STARTED,
  turnEnds,
} from "../helpers/conversation.js";
import { PLAYED, writeLines, type Step } from "../helpers/fixture.js";
import { scriptIn, untilHeard, withFolder } from "../helpers/play.js";
import { BIN, spawnCli, textOf } from "../helpers/run-cli.js";

const MEGABYTE = "0123456789abcdef".repeat(65_536);
const PROGRAM = [process.execPath, BIN] as const;
const JSON_RUN = [...PROGRAM, "run", "--json", "Go", ...PLAYED] as const;
const HUMAN_RUN = [...PROGRAM, "run", "Go", ...PLAYED] as const;
const DONE = [...OPENING, message("Done"), ...ENDING];
const PRINTED = writeLines([...STARTED, said("Done"), completed("Done")]);
/** A turn that is told to stop, and does. */
const INTERRUPTED: readonly Step[] = [
  { from: "client", message: { id: 3, method: "turn/interrupt" } },
  { from: "server", message: { id: 3, result: {} } },
  turnEnds("interrupted"),
];

test("a reader that leaves after the first line ends the run quietly with 141", async () => {
  await withFolder(async (cwd) => {
    // More than any pipe holds: somebody must be reading for this to go on.
    const env = await scriptIn(cwd, [...OPENING, message(MEGABYTE), ...INTERRUPTED]);
    const { child, ended } = spawnCli(JSON_RUN, ["ignore", "pipe", "pipe"], { cwd, env });
    const stderr = textOf(child.stderr as Readable);
    await once(child.stdout as Readable, "data");
    child.stdout?.destroy();
    expect({ ...(await ended), stderr: await stderr }).toEqual({ exit: 141, left: [], stderr: "" });
  });
});

test("a reader that leaves before the answer ends a run for people with 141, too", async () => {
  await withFolder(async (cwd) => {
    const env = await scriptIn(cwd, [...OPENING, message(MEGABYTE), ...ENDING]);
    const { child, ended } = spawnCli(HUMAN_RUN, ["ignore", "pipe", "ignore"], { cwd, env });
    child.stdout?.destroy();
    expect(await ended).toEqual({ exit: 141, left: [] });
  });
});

test("`head -n 1` gets its line, and the pipeline ends", async () => {
  await withFolder(async (cwd) => {
    const env = await scriptIn(cwd, [...OPENING, message(MEGABYTE), ...INTERRUPTED]);
    const pipeline = 'set -o pipefail; "$@" | head -n 1';
    const command = ["bash", "-c", pipeline, "bash", ...JSON_RUN] as const;
    const { child, ended } = spawnCli(command, ["ignore", "pipe", "pipe"], { cwd, env });
    const [stdout, stderr] = [child.stdout, child.stderr].map((out) => textOf(out as Readable));
    expect({ ...(await ended), stdout: await stdout, stderr: await stderr }).toEqual({
      exit: 141,
      left: [],
      stdout: writeLines(STARTED.slice(0, 1)),
      stderr: "",
    });
  });
});

test("a reader that stalls and then reads loses none of five megabytes", async () => {
  await withFolder(async (cwd) => {
    const texts = ["a", "b", "c", "d", "e"].map((letter) => `${letter}${MEGABYTE}`);
    const steps = [...OPENING, ...texts.map(message), { note: "all said" }, ...ENDING];
    const env = await scriptIn(cwd, steps);
    const { child, ended } = spawnCli(JSON_RUN, ["ignore", "pipe", "ignore"], { cwd, env });
    await untilHeard(cwd, "all said");
    const stdout = textOf(child.stdout as Readable);
    const expected = [...STARTED, ...texts.map((text, at) => said(text, at)), completed(texts[4]!)];
    expect({ ...(await ended), same: (await stdout) === writeLines(expected) }).toEqual({
      exit: 0,
      left: [],
      same: true,
    });
  });
});

test("a reader that stalls for ever does not outlast a signal", async () => {
  await withFolder(async (cwd) => {
    const env = await scriptIn(cwd, [
      ...OPENING,
      message(MEGABYTE),
      { note: "all said" },
      ...INTERRUPTED,
    ]);
    const { child, ended } = spawnCli(JSON_RUN, ["ignore", "pipe", "ignore"], { cwd, env });
    await untilHeard(cwd, "all said");
    child.kill("SIGTERM");
    expect(await ended).toEqual({ exit: "SIGTERM", left: [] });
  });
});

test("nor does it outlast a time limit", async () => {
  await withFolder(async (cwd) => {
    const env = await scriptIn(cwd, [...OPENING, message(MEGABYTE), ...INTERRUPTED]);
    const command = [...JSON_RUN, "--timeout", "1s"] as const;
    const { ended } = spawnCli(command, ["ignore", "pipe", "ignore"], { cwd, env });
    expect(await ended).toEqual({ exit: 124, left: [] });
  });
});

test("stdout may be a file", async () => {
  await withFolder(async (cwd) => {
    const env = await scriptIn(cwd, DONE);
    const file = await open(join(cwd, "out.jsonl"), "w");
    const { ended } = spawnCli(JSON_RUN, ["ignore", file.fd, "ignore"], { cwd, env });
    expect(await ended).toEqual({ exit: 0, left: [] });
    await file.close();
    expect(await readFile(join(cwd, "out.jsonl"), "utf8")).toBe(PRINTED);
  });
});

test("a full disk under stdout is said aloud, and is not taken for a reader that left", async () => {
  await withFolder(async (cwd) => {
    const env = await scriptIn(cwd, [...OPENING, message("Done"), ...INTERRUPTED]);
    const full = await open("/dev/full", "w");
    const { child, ended } = spawnCli(JSON_RUN, ["ignore", full.fd, "pipe"], { cwd, env });
    const stderr = textOf(child.stderr as Readable);
    const ending = await ended;
    await full.close();
    expect({ ...ending, says: (await stderr).includes("no space left") }).toEqual({
      exit: 1,
      left: [],
      says: true,
    });
  });
});

test.each([
  ["closed from the start", '"$@" 2>&-'],
  ["a pipe nobody reads", '"$@" 2> >(exec true)'],
  ["a full disk", '"$@" 2> /dev/full'],
])("stderr may be %s: stdout and the status stay the same", async (_case, shell) => {
  await withFolder(async (cwd) => {
    const noise: Step = { from: "server", raw: "not json\n" };
    const env = await scriptIn(cwd, [...OPENING, noise, message("Done"), ...ENDING]);
    const command = ["bash", "-c", shell, "bash", ...JSON_RUN] as const;
    const { child, ended } = spawnCli(command, ["ignore", "pipe", "ignore"], { cwd, env });
    const stdout = textOf(child.stdout as Readable);
    expect({ ...(await ended), stdout: await stdout }).toEqual({
      exit: 0,
      left: [],
      stdout: PRINTED,
    });
  });
});
