import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

import { slowestFiles } from "./slowest-files.js";

// These folders start processes; everything else must stay fast enough to run on each save.
const SPAWNING = [
  "cli",
  "demo",
  "differential",
  "faults",
  "git",
  "hostile/cli",
  "review",
  "sdk",
].map((room) => `test/${room}/**/*.test.ts`);

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    maxWorkers: 2,
    maxConcurrency: 4,
    env: { NO_COLOR: "1" },
    reporters: ["default", slowestFiles],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: SPAWNING,
          testTimeout: 5_000,
          hookTimeout: 5_000,
        },
      },
      {
        extends: true,
        test: { name: "engine", include: SPAWNING, testTimeout: 100_000, hookTimeout: 60_000 },
      },
    ],
  },
});
