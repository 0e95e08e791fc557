import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

import type { CliOptions } from "./run-cli.js";

/** What the server of many-threads.mjs stores, and how it behaves; the words are explained there. */
export interface ThreadStore {
  readonly count: number;
  readonly archived?: number;
  readonly perSecond?: number;
  readonly apart?: number;
  readonly newest?: number;
  readonly cursors?: "lossy" | "repeating" | "endless";
  readonly page?: number;
  readonly does?: "die" | "stall" | "garbage" | "cut" | "wrong shape" | "refuse" | "nothing";
}

/** Where turnpipe must run to meet these threads. */
export const placeWith = (store: ThreadStore) =>
  ({
    cwd: tmpdir(),
    env: {
      TURNPIPE_CODEX: fileURLToPath(new URL("many-threads.mjs", import.meta.url)),
      THREAD_STORE: JSON.stringify(store),
    },
  }) as const satisfies CliOptions;

/** The ids of the stored threads, the latest first. */
export const storedIds = (count: number, { archived = false } = {}): string[] =>
  Array.from(
    { length: count },
    (_, at) => `01999999-${archived ? "a" : "0"}000-7000-8000-${String(at).padStart(12, "0")}`,
  );
