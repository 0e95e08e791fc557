import { relative } from "node:path";

import type { Reporter, TestModule } from "vitest/node";

/** Prints the ten test files that took longest, after all others have been reported. */
export const slowestFiles: Reporter = {
  onTestRunEnd(modules) {
    const rows = [...modules]
      .map((module) => ({ module, ms: millisecondsOf(module) }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, SHOWN)
      .map(({ module, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${nameOf(module)}\n`);
    process.stdout.write(`\n The slowest files:\n${rows.join("")}`);
  },
};

const SHOWN = 10;

const millisecondsOf = (module: TestModule): number => {
  const { collectDuration, duration } = module.diagnostic();
  return collectDuration + duration;
};

const nameOf = ({ moduleId }: TestModule): string => relative(process.cwd(), moduleId);
