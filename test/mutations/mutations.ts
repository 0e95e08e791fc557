// Whether the tests notice mistakes in the program: `npm run mutations -- 3 17 --unit`.
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";

import { applyFault, copyOfTree } from "./copy.js";
import { type Fault, FAULTS } from "./faults.js";
import { buildProgram, endRunning, runTests, type Selection, type SuiteResult } from "./suite.js";

const { values, positionals } = parseArgs({
  options: { unit: { type: "boolean", default: false } },
  allowPositionals: true,
});
const numbers = positionals.map(Number);

/** Of every 30 faults this many have to be noticed. */
const ENOUGH = 28 / 30;
const MINUTE = 60_000;

const copy = copyOfTree();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, endRunning);
try {
  process.exitCode = (await tried()) ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** Tries each fault and prints a row for it; whether enough of them were noticed. */
async function tried(): Promise<boolean> {
  if (!(await buildProgram(copy))) throw new Error("the program cannot be built");
  let count = 0;
  let noticed = 0;
  for (const [at, fault] of FAULTS.entries()) {
    if (numbers.length > 0 && !numbers.includes(at + 1)) continue;
    const began = performance.now();
    const by = await noticedBy(fault);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    count++;
    if (by !== undefined) noticed++;
    const row = [String(at + 1).padStart(2), `${seconds.padStart(7)} s`, by ?? "NOT NOTICED"];
    process.stdout.write(`${row.join("  ")}\n${" ".repeat(15)}${fault.file}: ${fault.breaks}\n`);
  }
  process.stdout.write(`${String(noticed)} of ${String(count)} faults were noticed\n`);
  return count > 0 && noticed >= Math.floor(count * ENOUGH);
}

/** The test file that fails because of a fault. */
async function noticedBy(fault: Fault): Promise<string | undefined> {
  for (const selection of selectionsFor(fault)) {
    const file = await failingIn(selection, fault);
    if (file !== undefined) return file;
  }
  return undefined;
}

/** A test file of a selection that fails with the fault, also alone, and passes without it. */
async function failingIn(selection: Selection, fault: Fault): Promise<string | undefined> {
  const first = await withFault(fault, selection);
  for (const file of first.failed) if (await isProved(file, selection, fault)) return file;
  if (first.failed.length === 0) return undefined;
  // What failed first may have failed by chance: then the others decide.
  const all = await withFault(fault, { ...selection, bail: false });
  const others = all.failed.filter((file) => !first.failed.includes(file));
  for (const file of others) if (await isProved(file, selection, fault)) return file;
  return undefined;
}

async function isProved(file: string, selection: Selection, fault: Fault): Promise<boolean> {
  const alone = { ...selection, paths: [file] };
  const isProof =
    (await withFault(fault, alone)).outcome === "failed" &&
    (await tests(alone)).outcome === "passed";
  if (!isProof) process.stdout.write(`    ${file} fails by chance\n`);
  return isProof;
}

async function withFault(fault: Fault, selection: Selection): Promise<SuiteResult> {
  const restore = applyFault(copy, fault);
  try {
    return await tests(selection);
  } finally {
    restore();
  }
}

/** Runs tests in the copy as it is, and builds the program first if they start it. */
async function tests(selection: Selection): Promise<SuiteResult> {
  if (!selection.project.startsWith("unit") && !(await buildProgram(copy)))
    throw new Error("the program cannot be built");
  return runTests(copy, selection);
}

/** The tests beside the file, which are fast; then all that start no codex, then those that do. */
function selectionsFor({ file, engine }: Fault): Selection[] {
  const near = `test/${dirname(file).replace(/^src\//, "")}/`;
  const real = { project: "engine", limitMs: 60 * MINUTE };
  return [
    { project: "*", paths: [near], limitMs: 10 * MINUTE },
    { project: "unit*", limitMs: 10 * MINUTE },
    ...(values.unit ? [] : [...(engine === undefined ? [] : [{ ...real, paths: engine }]), real]),
  ];
}
