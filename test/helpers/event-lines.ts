import * as z from "zod";

import { ThreadEvent } from "../../src/dialect/events.js";

/** What is wrong with the lines of a run that has ended so; nothing, if all is well. */
export function lineProblems(stdout: string, exit: unknown): string[] {
  // Bad input and bad config leave stdout empty.
  if (stdout === "") return exit === USAGE ? [] : ["nothing on stdout"];
  if (!stdout.endsWith("\n")) return ["the last line is cut"];
  const read = stdout.slice(0, -1).split("\n").map(readLine);
  const problems = read.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  const ends = read.flatMap(({ type }, at) => (TERMINAL.has(type) ? [at] : []));
  const told = read.at(-1)?.exit;
  return [
    ...problems,
    ...(ends.length === 1 && ends[0] === read.length - 1
      ? []
      : [`terminal events at ${ends.join(", ") || "no place"} of ${read.length}`]),
    ...(told === exit ? [] : [`exit ${String(exit)}, but the last line says ${String(told)}`]),
  ];
}

/** What nobody wants to read on stderr. */
export function stderrProblems(stderr: string): string[] {
  return [
    ...(stderr.includes("a bug in turnpipe") ? [`a bug: ${stderr}`] : []),
    ...(/^ {4}at /m.test(stderr) ? [`a stack trace: ${stderr}`] : []),
  ];
}

const USAGE = 2;
const TERMINAL: ReadonlySet<unknown> = new Set(["turn.completed", "turn.failed"]);

interface Line {
  readonly type?: unknown;
  readonly exit?: unknown;
  readonly problem?: string;
}

function readLine(line: string): Line {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: `no JSON: ${line.slice(0, SHOWN)}` };
  }
  const { type, exit_code } = value as { type?: unknown; exit_code?: unknown };
  const parsed = ThreadEvent.safeParse(value);
  if (parsed.success) return { type, exit: exit_code };
  const why = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  return { type, exit: exit_code, problem: `${String(type)}: ${why.join("; ")}` };
}

const SHOWN = 200;

/** What is wrong with a printed line by our own schema; nothing is wrong with a good one. */
export function offences(line: string): string[] {
  const parsed = ThreadEvent.safeParse(JSON.parse(line));
  return parsed.success ? [] : [`${line.slice(0, 200)}\n${z.prettifyError(parsed.error)}`];
}
