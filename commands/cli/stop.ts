import { onAbort } from "../../src/async/on-abort.js";
import { CliError } from "../../src/outcome/errors.js";
import type { Cause } from "../../src/outcome/causes.js";

/** Aborts when a signal arrives, with a `CliError` as the reason. */
export function stopOn(requested: AbortSignal): AbortController {
  const stop = new AbortController();
  onAbort(requested, () => {
    const signal = requested.reason as keyof typeof STOP_CAUSES;
    stop.abort(new CliError(STOP_CAUSES[signal], `stopped by ${signal}`));
  });
  return stop;
}

const STOP_CAUSES = {
  SIGHUP: "hangup",
  SIGINT: "interrupted",
  SIGTERM: "terminated",
} as const satisfies Record<string, Cause>;
