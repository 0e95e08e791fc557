import type { RunContext } from "../../src/context.js";
import { chooseDirectory } from "../../src/shim/directory.js";
import { shimStatus } from "../../src/shim/status.js";
import type { CheckResult } from "./check.js";

/** Checks whether `codex` on PATH is turnpipe; it need not be, but an installed link should be used. */
export function checkShim({
  env,
  cwd,
  program = "turnpipe",
}: Pick<RunContext, "env" | "cwd" | "program">): CheckResult {
  const context = { env, cwd, program };
  const { installed, path, target, active, advice } = shimStatus(chooseDirectory(context), context);
  const details = { installed, path, target, active };
  if (!installed)
    return { summary: "codex on PATH is not turnpipe: no shim is installed", details };
  return advice === null
    ? { summary: `codex on PATH is turnpipe: ${path}`, details }
    : { status: "warn", summary: `the shim is not used: ${path}`, hint: advice, details };
}
