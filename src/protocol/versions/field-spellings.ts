import * as z from "zod/mini";

/** The name of a status: a string, or the `type` of an object. */
export function stateName(state: unknown): string {
  const name = typeof state === "string" ? state : (state as { type?: unknown } | null)?.type;
  return typeof name === "string" ? name : "";
}

/** Adds the object under `key` to a result with only an `id` at the top level, as some servers send. */
export const withIdBelow = (key: "thread" | "turn") =>
  z.transform((result: unknown) => {
    const { id, [key]: made } = (result ?? {}) as Record<string, unknown>;
    return made === undefined && typeof id === "string"
      ? { ...(result as object), [key]: { id } }
      : result;
  });

/** The text of a delta, which some servers call `text`. */
export const withDelta = z.transform((params: unknown) => {
  const { delta, text } = (params ?? {}) as Record<string, unknown>;
  return delta === undefined && typeof text === "string"
    ? { ...(params as object), delta: text }
    : params;
});

/** The status of a turn; some servers say `success`. */
export const turnStatus = z.pipe(
  z.string(),
  z.transform((status) => (status === "success" ? "completed" : status)),
);
