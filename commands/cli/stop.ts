import { CliError } from "../../src/outcome/errors.js";
import type { Cause } from "../../src/outcome/causes.js";

/** The wish to stop, with its reason in our words. */
export function stopOn(asked: AbortSignal): AbortController {
  const stop = new AbortController();
  const pass = (): void => {
    const signal = asked.reason as keyof typeof STOP_CAUSES;
    stop.abort(new CliError(STOP_CAUSES[signal], `stopped by ${signal}`));
  };
  if (asked.aborted) pass();
  else asked.addEventListener("abort", pass, { once: true });
  return stop;
}

const STOP_CAUSES = {
  SIGHUP: "hangup",
  SIGINT: "interrupted",
  SIGTERM: "terminated",
} as const satisfies Record<string, Cause>;
