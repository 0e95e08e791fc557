// Many runs of the real codex, one after the other and at once, and what they leave behind:
// `npm run soak -- --runs 300 --parallel 20`.
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { placeOf, withEngine } from "../helpers/engine.js";
import { lineProblems, stderrProblems } from "../helpers/event-lines.js";
import { runCli, type CliOptions } from "../helpers/run-cli.js";
import { count, type Count } from "./count.js";

const { values } = parseArgs({
  options: { runs: { type: "string" }, parallel: { type: "string" } },
});
const runs = Number(values.runs ?? 300);
const parallel = Number(values.parallel ?? 20);

const root = await realpath(await mkdtemp(join(tmpdir(), "turnpipe-soak-")));
try {
  process.exitCode = (await soaked(root)) ? 0 : 1;
} finally {
  await rm(root, { recursive: true, force: true });
}

/** Whether nothing was left and every run went well. */
async function soaked(folder: string): Promise<boolean> {
  const temporary = join(folder, "tmp");
  await mkdir(temporary);
  const response = { say: [{ text: "Done." }] };
  const responses = Array.from({ length: runs + parallel + 1 }, () => response);
  return withEngine({ scenario: { description: "Soak", responses } }, async (engine) => {
    const { cwd, env } = placeOf(engine);
    const place = { cwd, env: { ...env, TMPDIR: temporary } };
    // The first run loads what stays open for all of them.
    const problems = await ran(0, place);
    const before = await count(temporary);
    const loop = await timed(async () => {
      for (let at = 0; at < runs; at++) problems.push(...(await ran(at, place)));
    });
    const between = await count(temporary);
    const burst = await timed(async () => {
      const all = Array.from({ length: parallel }, (_, at) => ran(at, place));
      problems.push(...(await Promise.all(all)).flat());
    });
    const after = await count(temporary);
    const lines = [
      `${runs} runs in a loop: ${loop} s; ${parallel} at once: ${burst} s`,
      row(["", "processes", "descriptors", "files"]),
      row(["before", ...cellsOf(before)]),
      row(["after the loop", ...cellsOf(between)]),
      row(["after those at once", ...cellsOf(after)]),
      ...problems,
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
    return problems.length === 0 && !leaks(before, between) && !leaks(before, after);
  });
}

/** Every other run brings a model and a home of its own, which it has to clear away. */
async function ran(at: number, place: CliOptions): Promise<string[]> {
  const args = ["run", "--json", ...(at % 2 === 0 ? [] : ["--demo"]), "Go"];
  const { exit, left, stdout, stderr } = await runCli(args, place);
  return [
    ...(exit === 0 ? [] : [`run ${at}: exit ${String(exit)}: ${stderr}`]),
    ...left.map((command) => `run ${at} left: ${command}`),
    ...[...lineProblems(stdout, exit), ...stderrProblems(stderr)].map(
      (what) => `run ${at}: ${what}`,
    ),
  ];
}

async function timed(work: () => Promise<void>): Promise<string> {
  const began = performance.now();
  await work();
  return ((performance.now() - began) / 1000).toFixed(1);
}

function row(cells: readonly (string | number)[]): string {
  return cells
    .map((cell, at) => String(cell).padEnd(at === 0 ? 22 : 13))
    .join("")
    .trimEnd();
}

function cellsOf({ processes, descriptors, files }: Count): number[] {
  return [processes, descriptors, files];
}

function leaks(before: Count, after: Count): boolean {
  return (["processes", "descriptors", "files"] as const).some(
    (what) => after[what] > before[what],
  );
}
