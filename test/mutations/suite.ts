import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

/** Which tests to run: a project of vitest, and paths to limit it to. */
export interface Selection {
  readonly project: string;
  readonly paths?: readonly string[];
  /** Whether the first failure ends the run; it does by default. */
  readonly bail?: boolean;
  readonly limitMs: number;
}

/** How the tests ended, and the files with failures; an error outside of all tests has none. */
export interface SuiteResult {
  readonly outcome: "passed" | "failed" | "too slow";
  readonly failed: readonly string[];
}

let running: ChildProcess | undefined;

/** Runs tests in a folder. */
export async function runTests(folder: string, selection: Selection): Promise<SuiteResult> {
  const { project, paths = [], bail = true, limitMs } = selection;
  const report = join(folder, "mutations.json");
  rmSync(report, { force: true });
  const status = await finished(folder, limitMs, [
    ...["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"],
    ...["--project", project, "--bail", bail ? "1" : "0", "--passWithNoTests"],
    ...["--reporter", "json", "--outputFile", report, ...paths],
  ]);
  if (status === null) throw new Error("the tests were stopped");
  if (status === "too slow") return { outcome: "too slow", failed: [] };
  if (status === 0) return { outcome: "passed", failed: [] };
  return { outcome: "failed", failed: failedFiles(folder, report) };
}

/** Bundles the program in a folder; whether that was possible. */
export const buildProgram = async (folder: string): Promise<boolean> =>
  (await finished(folder, MINUTE, ["--import", "tsx", "test/build/build.ts"])) === 0;

const MINUTE = 60_000;

/** Ends what still runs. */
export function endRunning(): void {
  const { pid, exitCode, signalCode } = running ?? {};
  // Its group: the workers are in it, and nothing else.
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGKILL");
}

function finished(
  cwd: string,
  limitMs: number,
  args: readonly string[],
): Promise<number | null | "too slow"> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: "ignore", detached: true });
    running = child;
    let late = false;
    const limit = setTimeout(() => {
      late = true;
      endRunning();
    }, limitMs);
    child.once("error", reject);
    child.once("exit", (status) => {
      clearTimeout(limit);
      resolve(late ? "too slow" : status);
    });
  });
}

function failedFiles(folder: string, report: string): string[] {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  return testResults
    .filter(({ status }) => status === "failed")
    .map(({ name }) => relative(folder, name));
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}
