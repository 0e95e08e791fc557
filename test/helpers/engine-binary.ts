import { findCodex } from "../../src/process/find-codex.js";

/** The native codex of the installed npm package; tests on the real engine never skip. */
export function enginePath(): string {
  try {
    return findCodex({ named: undefined, path: undefined, cwd: "." });
  } catch (cause) {
    const system = `${process.platform}-${process.arch}`;
    throw new Error(`no codex for ${system}: run \`npm ci\` with optional dependencies`, { cause });
  }
}
