import { Session, type Profiler } from "node:inspector";

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

/** A function of the language that goes over a text or a list in one call. */
type Native = (this: unknown, ...values: unknown[]) => unknown;

/** How many characters or elements a call goes over: asked before it, answered with its result. */
type Cost = (self: unknown, values: readonly unknown[]) => (result: unknown) => number;

/** Functions that take longer for longer texts and lists, with what a call of each costs. */
const NATIVES: readonly (readonly [owner: object, name: PropertyKey, cost: Cost])[] = [
  ...each(String.prototype, "slice substring substr repeat padStart padEnd concat", ofResult),
  ...each(String.prototype, "trim trimStart trimEnd split replaceAll normalize", ofSelf),
  ...each(String.prototype, "replace toLowerCase toUpperCase localeCompare", ofSelf),
  ...each(String.prototype, "startsWith endsWith", ofFirst),
  ...each(String.prototype, "indexOf includes", ofSearch),
  ...each(String.prototype, "lastIndexOf", ofSelf),
  ...each(Array.prototype, "slice concat flat toReversed toSorted toSpliced with", ofResult),
  ...each(Array.prototype, "join sort reverse shift unshift splice fill", ofSelf),
  ...each(Array.prototype, "indexOf includes", ofSearch),
  ...each(RegExp.prototype, "exec", ofMatch),
  ...each(JSON, "parse", ofFirst),
  ...each(JSON, "stringify", ofResult),
  ...each(Object, "entries keys values", ofResult),
  ...each(Object, "fromEntries", ofFirst),
  ...each(Buffer, "concat from", ofResult),
  ...each(Buffer.prototype as object, "toString", ofResult),
  ...each(TextDecoder.prototype, "decode", ofResult),
  ...each(globalThis, "encodeURIComponent decodeURIComponent", ofFirst),
  ...[Array, String, Map, Set].map(
    ({ prototype }) => [prototype as object, Symbol.iterator, ofSelf] as const,
  ),
  ...each(Map.prototype, "keys values entries", ofSelf),
  ...each(Set.prototype, "values", ofSelf),
];

function each(owner: object, names: string, cost: Cost) {
  return names.split(" ").map((name) => [owner, name, cost] as const);
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  return value instanceof Map || value instanceof Set ? value.size : lengthOf(value);
}

const lengthOf = ({ length = 1 }: { length?: number }): number => length;

function ofSelf(self: unknown): () => number {
  const size = sizeOf(self);
  return () => size;
}

function ofFirst(_: unknown, values: readonly unknown[]): () => number {
  return () => sizeOf(values[0]);
}

function ofResult(): (result: unknown) => number {
  return sizeOf;
}

const inText = String.prototype.indexOf;
const inList = Array.prototype.indexOf;

/** From where the search begins to where it ends. */
function ofSearch(self: unknown, values: readonly unknown[]): () => number {
  const start = Number(values[1] ?? 0);
  const found: number = Array.isArray(self)
    ? inList.call(self, values[0], start)
    : inText.call(String(self), String(values[0]), start);
  const end = found < 0 ? sizeOf(self) : found + 1;
  return () => Math.max(end - start, 1);
}

/** A sticky pattern that fails has looked ahead from one place only; how far is not known. */
function ofMatch(self: unknown, values: readonly unknown[]): (result: unknown) => number {
  const { sticky, global, lastIndex } = self as RegExp;
  const start = sticky || global ? lastIndex : 0;
  return (result) => {
    if (result === null) return sticky ? 1 : Math.max(sizeOf(values[0]) - start, 1);
    const { 0: found, index } = result as RegExpExecArray;
    return index + found.length - start + 1;
  };
}

/** Made once: the inspector reports each function anew that is made anew. */
const REPLACED = NATIVES.map(([owner, name, cost]) => replacement(owner, name, cost));
