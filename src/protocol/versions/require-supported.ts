import { METHOD } from "../methods.js";
import type { Feature, Features } from "./features.js";
import { requireFeature, unknownMethod } from "./unknown-method.js";

/** Throws for a request that an older server does not know, or of which it would ignore a part. */
export function requireSupported(
  method: string,
  params: Readonly<Record<string, unknown>>,
  features: Features,
): void {
  if (method === METHOD.runCommand && !features.has(method)) throw unknownMethod(method);
  const wanted: readonly (Feature | undefined)[] = [
    METHODS.find((each) => each === method),
    params["ephemeral"] === true ? "ephemeral threads" : undefined,
    (params["outputSchema"] ?? null) === null ? undefined : "output schemas",
    params["archived"] === true ? "lists of archived threads" : undefined,
    params["includeHidden"] === true ? "lists of hidden models" : undefined,
    method === "thread/read" && params["includeTurns"] === true ? "thread/read" : undefined,
  ];
  for (const feature of wanted) {
    if (feature !== undefined) requireFeature(feature, features);
  }
}

const METHODS = [
  "review/start",
  "thread/compact/start",
  "thread/fork",
  "thread/name/set",
  "thread/rollback",
  "turn/steer",
] as const satisfies readonly Feature[];
