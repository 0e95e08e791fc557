import type { ConfigResult, CodexSettings } from "./results.js";

/**
 * The effective settings. A sandbox mode and a permission profile exclude each other: the one from
 * the layer with the higher precedence wins, and within one layer the profile.
 */
export function effectiveSettings({ config, origins }: ConfigResult): CodexSettings {
  const { sandbox_mode: sandbox, default_permissions: profile } = config;
  if ((sandbox ?? null) === null || (profile ?? null) === null) return config;
  const rank = (key: string): number => LAYERS.indexOf(origins?.[key]?.name ?? "");
  return rank("sandbox_mode") > rank("default_permissions")
    ? { ...config, default_permissions: null }
    : { ...config, sandbox_mode: null };
}

/** Config layers in ascending precedence; administrator settings come last. */
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
