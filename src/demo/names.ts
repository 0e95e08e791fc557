/** The scenarios of `--demo`, in the order help shows them; apart from the catalog, which is large. */
export const DEMO_NAMES = [
  "hello",
  "edit",
  "review",
  "rate-limited",
  "unauthorized",
  "overloaded",
  "context-full",
  "slow",
  "cut-off",
] as const;

export type DemoName = (typeof DEMO_NAMES)[number];
