/** A state is a name, or an object with a name for its type. */
export function stateName(state: unknown): string {
  const name = typeof state === "string" ? state : (state as { type?: unknown } | null)?.type;
  return typeof name === "string" ? name : "";
}
