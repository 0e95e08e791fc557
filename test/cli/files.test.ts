import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  completed,
  ENDING,
  failed,
  message,
  notification,
  OPENING,
  OURS,
  turnEnds,
  work,
} from "../helpers/conversation.js";
import type { Step } from "../helpers/fixture.js";
import { playIn, withFolder } from "../helpers/play.js";

const DIFF = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
const NEW_DIFF: Step = notification("turn/diff/updated", { ...OURS, diff: DIFF });
const DONE = [...OPENING, NEW_DIFF, message("Done"), ...ENDING];
const FAILED = [...OPENING, NEW_DIFF, message("Half"), turnEnds("failed"), ...ENDING.slice(1)];
const FILES = ["-o", "answer.txt", "--diff-file", "turn.diff", "--result", "result.json"];
const command = (status: string): Step =>
  notification("item/completed", {
    ...OURS,
    item: { type: "commandExecution", id: `c-${status}`, command: "x", status, exitCode: 1 },
  });

test("the answer, the diff and the last line are written before the last line is printed", async () => {
  await withFolder(async (dir) => {
    const run = await playIn(dir, DONE, ["run", "--json", "Go", ...FILES]);
    expect({ exit: run.exit, last: run.events.at(-1), ...(await written(dir)) }).toEqual({
      exit: 0,
      last: completed("Done"),
      "answer.txt": "Done",
      "turn.diff": DIFF,
      "result.json": `${JSON.stringify(completed("Done"))}\n`,
    });
  });
});

test("a failed turn leaves an older answer alone, and still writes diff and result", async () => {
  await withFolder(async (dir) => {
    await writeFile(join(dir, "answer.txt"), "from yesterday");
    const run = await playIn(dir, FAILED, ["run", "--json", "Go", ...FILES]);
    const why = { message: "turn failed", cause: "failed", exit: 1 };
    const last = failed(why, { duration_ms: 7 });
    expect({ exit: run.exit, last: run.events.at(-1), ...(await written(dir)) }).toEqual({
      exit: 1,
      last,
      "answer.txt": "from yesterday",
      "turn.diff": DIFF,
      "result.json": `${JSON.stringify(last)}\n`,
    });
  });
});

test("a crashed server leaves a result, too", async () => {
  await withFolder(async (dir) => {
    const run = await playIn(dir, [{ exit: 3 }], ["run", "--json", "Go", ...FILES]);
    const result = `${JSON.stringify(run.events.at(-1))}\n`;
    expect({ exit: run.exit, ...(await written(dir)) }).toEqual({
      exit: 5,
      "turn.diff": "",
      "result.json": result,
    });
  });
});

test("a turn without an answer empties the answer file and says so", async () => {
  await withFolder(async (dir) => {
    await writeFile(join(dir, "answer.txt"), "from yesterday");
    const args = ["run", "--json", "Go", "-o", "answer.txt"];
    const { exit, stderr } = await playIn(dir, [...OPENING, ...ENDING], args);
    expect({ exit, stderr, ...(await written(dir)) }).toEqual({
      exit: 0,
      stderr: `warning: no final message: ${join(dir, "answer.txt")} is empty\n`,
      "answer.txt": "",
    });
  });
});

test("without --json the answer is on stdout and in the file, each in its own way", async () => {
  await withFolder(async (dir) => {
    const args = ["run", "--quiet", "Go", "-o", "answer.txt"];
    const run = await playIn(dir, [...OPENING, message('"Done"'), ...ENDING], args);
    // The line of stdout is a JSON string here so that the helper can read it.
    expect({ ...run, ...(await written(dir)) }).toEqual({
      exit: 0,
      events: ["Done"],
      stderr: "",
      left: [],
      "answer.txt": '"Done"',
    });
  });
});

const SCHEMA = JSON.stringify({ type: "object", required: ["sunny"] });

test.each([
  ["matches", '{"sunny":true}', 0, "completed", null],
  ["misses a field", "{}", 8, "schema_mismatch", /sunny/],
  ["is not JSON", "sunny", 8, "schema_mismatch", /not JSON/],
] as const)("an answer that %s decides the status under --output-schema", async (...row) => {
  const [, answer, exit, cause, problem] = row;
  await withFolder(async (dir) => {
    await writeFile(join(dir, "schema.json"), SCHEMA);
    const args = ["run", "--json", "Go", "--output-schema", "schema.json", "-o", "answer.txt"];
    const run = await playIn(dir, [...OPENING, message(answer), ...ENDING], args);
    const said = problem === null ? null : (expect.stringMatching(problem) as string);
    expect({ exit: run.exit, last: run.events.at(-1), ...(await written(dir)) }).toEqual({
      exit,
      last: completed(answer, { exit_code: exit, cause, problem: said }),
      "answer.txt": answer,
    });
  });
});

test.each([
  ["no-change", [message("Done")], "no_change", {}],
  ["tools-failed", [command("failed"), message("Done")], "tools_failed", { commands_failed: 1 }],
  ["declined", [command("declined"), message("Done")], "declined", { declined: 1 }],
  ["empty-answer", [message(" \n")], "empty_answer", {}],
] as const)("--fail-on %s is exit 3 when it holds, and 0 when nobody asked", async (...row) => {
  const [condition, steps, cause, done] = row;
  const answer = condition === "empty-answer" ? " \n" : "Done";
  const script = [...OPENING, ...steps, ...ENDING];
  const last = async (args: readonly string[]) =>
    withFolder(async (dir) =>
      (await playIn(dir, script, ["run", "--json", "Go", ...args])).events.at(-1),
    );
  const problem = expect.any(String) as string;
  expect([await last(["--fail-on", condition]), await last([])]).toEqual([
    completed(answer, { ...work(done), exit_code: 3, cause, problem }),
    completed(answer, work(done)),
  ]);
});

test("a file that could not be written after all is no success", async () => {
  await withFolder(async (dir) => {
    const run = await playIn(dir, DONE, ["run", "--json", "Go", "-o", "/dev/full"]);
    const why = "cannot write /dev/full: no space left on device";
    expect({ exit: run.exit, last: run.events.at(-1) }).toEqual({
      exit: 1,
      last: failed({ message: why, cause: "output_failed", exit: 1 }, { duration_ms: 7 }),
    });
  });
});

/** The files a run left in a folder, by name, without those of the script. */
async function written(dir: string): Promise<Record<string, string>> {
  const names = (await readdir(dir)).filter((name) => !/^(script|heard|schema)\.json/.test(name));
  const texts = names.map(async (name) => [name, await readFile(join(dir, name), "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}
