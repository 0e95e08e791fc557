import type { ConfigResult, Settings } from "./results.js";

/**
 * The settings in force. A sandbox and a permission profile exclude each other: the one that was set
 * closer to the command line counts, and of two set in the same place the profile.
 */
export function effectiveSettings({ config, origins }: ConfigResult): Settings {
  const { sandbox_mode: sandbox, default_permissions: profile } = config;
  if ((sandbox ?? null) === null || (profile ?? null) === null) return config;
  const rank = (key: string): number => LAYERS.indexOf(origins?.[key]?.name.type ?? "");
  return rank("sandbox_mode") > rank("default_permissions")
    ? { ...config, default_permissions: null }
    : { ...config, sandbox_mode: null };
}

/** From far to close; what an administrator sets outranks them all. */
const LAYERS = [
  "packagedDefaults",
  "system",
  "user",
  "project",
  "sessionFlags",
  "mdm",
  "enterpriseManaged",
  "legacyManagedConfigTomlFromFile",
  "legacyManagedConfigTomlFromMdm",
];
