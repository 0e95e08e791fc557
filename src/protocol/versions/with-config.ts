import type { ThreadParams } from "../params.js";

type Params = Readonly<Record<string, unknown>>;

/** Adds settings to the `config` of a thread's params, below those that are there. */
export function withConfig(params: Params, settings: ThreadParams["config"]): Params {
  if (settings === null) return params;
  return { ...params, config: { ...settings, ...(params["config"] as Params | null | undefined) } };
}
