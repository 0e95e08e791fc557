/** The name of a status: a string, or the `type` of an object. */
export function stateName(state: unknown): string {
  const name = typeof state === "string" ? state : (state as { type?: unknown } | null)?.type;
  return typeof name === "string" ? name : "";
}
