import type { EffectiveSettings } from "./resolve.js";
import type { ConfigFile } from "./schema.js";

/** A setting in force and the files that set it. */
export interface Origin {
  key: string;
  value: unknown;
  from: "user" | "project" | "both";
}

/** Every setting in force with its origin; sections are listed key by key. */
export function originsOf(
  { sandboxAtMost, ...settings }: EffectiveSettings,
  user: ConfigFile,
  project: ConfigFile,
  ignored: readonly string[],
): Origin[] {
  const limits: Origin[] =
    sandboxAtMost === undefined
      ? []
      : [{ key: "sandbox_at_most", value: sandboxAtMost.mode, from: "project" }];
  return [
    ...flat(settings).map(({ key, value }): Origin => {
      const byProject = !ignored.includes(key) && isSet(project, key);
      const byUser = isSet(user, key);
      return {
        key,
        value,
        from: byProject ? (byUser && MERGED.has(key) ? "both" : "project") : "user",
      };
    }),
    ...limits,
  ];
}

/** Lists of user and project that are merged, not replaced. */
const MERGED: ReadonlySet<string> = new Set(["approvals.allow", "approvals.deny", "redact_env"]);

const SECTIONS: ReadonlySet<string> = new Set(["review", "approvals"]);

const flat = (config: ConfigFile): { key: string; value: unknown }[] =>
  Object.entries(config).flatMap(([key, value]) =>
    SECTIONS.has(key)
      ? Object.entries((value ?? {}) as object)
          .filter(([, part]) => !Array.isArray(part) || part.length > 0)
          .map(([part, inner]) => ({ key: `${key}.${part}`, value: inner as unknown }))
      : [{ key, value: value }],
  );

function isSet(config: ConfigFile, key: string): boolean {
  const [first = "", second] = key.split(".");
  const value = (config as Record<string, unknown>)[first];
  if (second === undefined) return value !== undefined;
  return ((value ?? {}) as Record<string, unknown>)[second] !== undefined;
}
