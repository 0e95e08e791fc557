import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes a folder for what workers make once and copy, and removes it after the run: workers do not see their end. */
export default function setup(): (() => void) | undefined {
  if (process.env["TURNPIPE_TEST_TEMPLATES"] !== undefined) return undefined;
  const dir = mkdtempSync(join(tmpdir(), "turnpipe-templates-"));
  process.env["TURNPIPE_TEST_TEMPLATES"] = dir;
  return () => {
    delete process.env["TURNPIPE_TEST_TEMPLATES"];
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  };
}
