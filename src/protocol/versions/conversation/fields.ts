/** A JSON object, as it came. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a value that should be an object; none of anything else. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

export const numberFrom = (value: unknown): number | null =>
  typeof value === "number" ? value : null;

/**
 * A value that has one of several shapes: its name and its fields. 0.57 writes `{"Name": {…}}`,
 * later ones `{"type": "Name", …}`.
 */
export function variantOf(value: unknown): { name: string; fields: Fields } {
  const fields = fieldsOf(value);
  if (typeof fields["type"] === "string") return { name: fields["type"], fields };
  const [name = "", inner] = Object.entries(fields)[0] ?? [];
  return { name, fields: fieldsOf(inner) };
}
