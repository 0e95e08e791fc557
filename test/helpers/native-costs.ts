/** A function of the language that goes over a text or a list in one call. */
export type Native = (this: unknown, ...values: unknown[]) => unknown;

/** How many characters or elements a call goes over: asked before it, answered with its result. */
export type Cost = (self: unknown, values: readonly unknown[]) => (result: unknown) => number;

/** Functions that take longer for longer texts and lists, with what a call of each costs. */
export const NATIVES: readonly (readonly [owner: object, name: PropertyKey, cost: Cost])[] = [
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
