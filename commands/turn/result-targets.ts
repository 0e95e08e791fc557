import { resolve } from "node:path";

import { CliError, errorMessage } from "../../src/outcome/errors.js";
import type { Target } from "../../src/output/target.js";
import { targetOf } from "../../src/output/target.js";
import type { RunContext } from "../../src/context.js";

/** Where the results of a turn are written, besides stdout. */
export interface ResultTargets {
  output: string | undefined;
  diff: string | undefined;
  result: string | undefined;
  /** Whether a result that cannot be written makes a completed turn a failure. */
  strict: boolean;
}

/** No files. */
export const NO_TARGETS: ResultTargets = {
  output: undefined,
  diff: undefined,
  result: undefined,
  strict: true,
};

/** The path that means standard output. */
export const STDOUT = "-";

type TargetContext = Pick<RunContext, "cwd" | "stdout" | "stderr">;

/** Resolves the result files and checks that they are writable, before a turn is spent on them. */
export function resultTargets(
  options: {
    json: boolean;
    output: string | undefined;
    diffFile: string | undefined;
    result: string | undefined;
  },
  context: TargetContext,
): Pick<ResultTargets, "output" | "diff" | "result"> {
  const { json, output, diffFile, result } = options;
  const given = { "--output": output, "--diff-file": diffFile, "--result": result };
  const paths = Object.entries(given).map(([flag, file]) => resultPath(flag, file, context));
  const onStdout = Object.keys(given).filter((_, at) => paths[at] === STDOUT);
  if (json && onStdout[0] !== undefined) throw stdoutIsTaken(onStdout[0]);
  if (onStdout.length > 1) {
    throw new CliError("usage", `${onStdout.join(" and ")} cannot both go to stdout`, {
      hint: "give all but one of them a file",
    });
  }
  return { output: paths[0], diff: paths[1], result: paths[2] };
}

/** The absolute path to write to, or `STDOUT` if it leads there. */
export function resultPath(flag: string, file: string, context: TargetContext): string;
export function resultPath(
  flag: string,
  file: string | undefined,
  context: TargetContext,
): string | undefined;
export function resultPath(flag: string, file: string | undefined, context: TargetContext) {
  if (file === undefined || file === STDOUT) return file;
  const { kind } = writableTarget(flag, file, context);
  return kind === "stdout" ? STDOUT : resolve(context.cwd, file);
}

/** Resolves a flag's file; one that cannot be written is bad input. */
export function writableTarget(flag: string, file: string, { cwd, ...own }: TargetContext): Target {
  try {
    return targetOf(resolve(cwd, file), own);
  } catch (error) {
    throw new CliError("input", `${flag} ${file}: cannot be written: ${errorMessage(error)}`);
  }
}

/** With `--json`, stdout holds events only. */
export const stdoutIsTaken = (flag: string): CliError =>
  new CliError("usage", `${flag} cannot go to stdout: --json prints events there`, {
    hint: "give it a file, or leave --json out",
  });
