import { Session, type Profiler } from "node:inspector";

import { NATIVES, type Cost, type Native } from "./native-costs.js";

/**
 * Counts the steps that a call takes: the characters of our own source that it executes (V8's block
 * coverage), and ten for each character or element that functions of the language read or copy. The
 * same call takes the same steps on every machine, however busy. A search with a pattern counts as one
 * pass over the text: test/hostile/patterns.test.ts proves of each pattern that it takes no more.
 */
export function stepsOf(use: () => unknown): number {
  takeCoverage();
  passed = 0;
  REPLACED.forEach(({ install }) => install());
  try {
    use();
  } finally {
    REPLACED.forEach(({ restore }) => restore());
  }
  return NATIVE_WEIGHT * passed + executed(takeCoverage());
}

/** About as much as the shortest loop of our own: a copy in a loop must not drown in what is around it. */
const NATIVE_WEIGHT = 10;
const OWN = /^file:(?!.*\/node_modules\/).*\/(?:src|commands|config)\//;
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** What was executed since the last time. An inspector of the same thread answers at once. */
function takeCoverage(): Profiler.ScriptCoverage[] {
  let taken: Profiler.ScriptCoverage[] | undefined;
  session.post("Profiler.takePreciseCoverage", (_, { result }) => (taken = result));
  if (taken === undefined) throw new Error("the inspector did not answer at once");
  return taken;
}

/** Each block by its length: then it makes no difference that V8 reports equal neighbours as one. */
function executed(scripts: readonly Profiler.ScriptCoverage[]): number {
  const own = scripts.filter(({ url }) => OWN.test(url)).flatMap(({ functions }) => functions);
  return own.reduce((sum, { ranges }) => sum + executedIn(ranges), 0);
}

function executedIn(ranges: readonly Profiler.CoverageRange[]): number {
  const around: Profiler.CoverageRange[] = [];
  let sum = 0;
  // An outer block comes before those in it.
  for (const range of ranges) {
    while ((around.at(-1)?.endOffset ?? Infinity) <= range.startOffset) around.pop();
    const more = range.count - (around.at(-1)?.count ?? 0);
    sum += more * (range.endOffset - range.startOffset);
    around.push(range);
  }
  return sum;
}

/** How much functions of the language have read or copied. */
let passed = 0;

/** Made once: the inspector reports each function anew that is made anew. */
const REPLACED = NATIVES.map(([owner, name, cost]) => replacement(owner, name, cost));

/** A function that counts, for the place of one of the language. */
function replacement(owner: object, name: PropertyKey, cost: Cost) {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  const original = descriptor.value as Native;
  const counting: Native = function (...values) {
    const add = cost(this, values);
    const result = original.apply(this, values);
    passed += add(result);
    return result;
  };
  return {
    install: () => Object.defineProperty(owner, name, { ...descriptor, value: counting }),
    restore: () => Object.defineProperty(owner, name, descriptor),
  };
}
