/**
 * Replaces each `{name}` in the strings of a value; a string that is only `{name}` becomes the named
 * value itself.
 */
export function fillIn<T>(value: T, names: Readonly<Record<string, string | number>>): T {
  const marks = Object.entries(names).map(([name, put]) => ({ mark: `{${name}}`, put }));
  const filled = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "string" ? replaced(inner, marks) : inner,
  );
  return JSON.parse(filled) as T;
}

interface Mark {
  readonly mark: string;
  readonly put: string | number;
}

function replaced(text: string, marks: readonly Mark[]): string | number {
  const whole = marks.find(({ mark }) => mark === text);
  if (whole !== undefined) return whole.put;
  return marks.reduce((done, { mark, put }) => done.replaceAll(mark, () => String(put)), text);
}
