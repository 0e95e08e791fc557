import { EXIT_MEANINGS } from "../../src/outcome/exit-codes.js";
import { lineProblems, stderrProblems } from "../helpers/lines.js";
import type { Ran } from "./run-case.js";

/** Everything a run may be blamed for, whatever its server did. */
export function problemsOf(run: Ran, json: boolean): string[] {
  const { exit, stdout, stderr, closed, timers, stray, toldEnd } = run;
  if (typeof exit === "string") return [`it hangs: ${exit}`];
  return [
    ...(exit in EXIT_MEANINGS ? [] : [`exit ${exit} is not documented`]),
    ...(exit === BUG ? ["exit 70: a bug"] : []),
    ...stderrProblems(stderr),
    ...(closed ? [] : ["the server was left alone"]),
    ...(timers === 0 ? [] : [`${timers} timers are left`]),
    ...stray.map((reason) => `nobody took ${reason}`),
    ...(exit === 0 && !toldEnd ? ["a success that nobody told of"] : []),
    ...(json ? lineProblems(stdout, exit) : []),
  ];
}

const BUG = 70;
