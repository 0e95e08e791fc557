import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

import { LongestFirst } from "./longest-first.js";
import { slowestFiles } from "./slowest-files.js";

// These start many processes; everything else must stay fast enough to run on each save.
const SPAWNING = [
  "cli",
  "clients",
  "connect",
  "demo",
  "differential",
  "faults",
  "git",
  "hostile/cli",
  "review",
  "sdk",
  "versions",
  "commands/review",
]
  .map((room) => `test/${room}/**/*.test.ts`)
  .concat("test/approvals/rules/real-shell.test.ts", "test/hostile/files.test.ts");

const ROOT = fileURLToPath(new URL("..", import.meta.url));

// These need a worker of their own: they replace modules, or depend on which are loaded.
const ALONE = [
  "test/hostile/growth.test.ts",
  "test/hostile/patterns.test.ts",
  ...readdirSync(fileURLToPath(new URL(".", import.meta.url)), { recursive: true })
    .map((file) => `test/${String(file)}`)
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => readFileSync(`${ROOT}/${file}`, "utf8").includes("vi.mock(")),
];

export default defineConfig({
  root: ROOT,
  test: {
    // One more than CI has cores: many tests wait.
    maxWorkers: 3,
    maxConcurrency: 4,
    env: { NO_COLOR: "1" },
    reporters: ["default", slowestFiles],
    sequence: { sequencer: LongestFirst },
    globalSetup: "./test/template-folder.ts",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...SPAWNING, ...ALONE],
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: { name: "unit-alone", include: ALONE, testTimeout: 20_000, hookTimeout: 20_000 },
      },
      {
        extends: true,
        test: {
          name: "engine",
          include: SPAWNING,
          exclude: ALONE,
          isolate: false,
          testTimeout: 100_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
