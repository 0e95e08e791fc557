import type { HookChange } from "../../src/review/hook-install.js";

/** Says what was done to a hook, and what became of the one that was there before. */
export function describeChange({ change, path, chained }: HookChange): string {
  const former = chained === "none" ? "" : FORMER[change];
  return `${CHANGES[change]}${former}: ${path}\n`;
}

const CHANGES = {
  installed: "installed",
  updated: "updated",
  unchanged: "installed already",
  removed: "removed",
  absent: "not installed, nothing to remove",
} as const satisfies Record<HookChange["change"], string>;

const KEPT = ", together with the hook that was there";
const FORMER = {
  installed: KEPT,
  updated: KEPT,
  unchanged: KEPT,
  removed: "; the hook that was there before is back",
  absent: "",
} as const satisfies Record<HookChange["change"], string>;
