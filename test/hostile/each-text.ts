/** Copies of a value, in each of which one more text is replaced; the words we decide by stay. */
export function withEachText<T>(value: T, put: string): { field: string; copy: T }[] {
  return fieldsOf(value, []).map((path) => ({
    field: path.join("."),
    copy: replaced(value, path, put) as T,
  }));
}

const DECIDES = new Set(["type", "kind", "status", "decision", "outcome", "anchored", "item_type"]);

function fieldsOf(value: unknown, path: string[]): string[][] {
  if (typeof value === "string") return DECIDES.has(path.at(-1) ?? "") ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => fieldsOf(entry, [...path, key]));
}

function replaced(value: unknown, [key, ...rest]: readonly string[], put: string): unknown {
  if (key === undefined) return put;
  const entry = (value as Record<string, unknown>)[key];
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  return Object.assign(copy, { [key]: replaced(entry, rest, put) });
}
