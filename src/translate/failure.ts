import type { Cause, Failure } from "../outcome/causes.js";
import { failure } from "../outcome/causes.js";
import type { ServerRateLimits } from "../protocol/limits.js";
import type { TurnError } from "../protocol/turn.js";
import { errorCause } from "./error-causes.js";
import { isoTime } from "./iso-time.js";

/** Converts a turn error. */
export function turnFailure(error: TurnError, limits: ServerRateLimits | undefined): Failure {
  const { cause, httpStatus } = errorCause(error);
  return failure(cause, errorText(error), {
    httpStatus,
    resetsAt: resetTime(cause, limits),
  });
}

/**
 * The failure of a turn that ended with an unknown status: whether it did its work is not known.
 */
export function unknownStatusFailure(status: string, error: TurnError | null | undefined): Failure {
  const name = JSON.stringify(
    status.length > MAX_STATUS_CHARS ? `${status.slice(0, MAX_STATUS_CHARS)}…` : status,
  );
  const message = `the turn ended with a status that this version does not know: ${name}`;
  return failure("protocol", withDetails(message, error && errorText(error)));
}

const MAX_STATUS_CHARS = 80;

export const errorText = ({ message, additionalDetails }: TurnError): string =>
  withDetails(message, additionalDetails);

/** `text (details)`, or the text alone. */
export const withDetails = (text: string, details: string | null | undefined): string =>
  (details ?? "") === "" ? text : `${text} (${details ?? ""})`;

/**
 * When the fullest window resets. For a rate limit only if that window is full: it may be another
 * limit.
 */
function resetTime(cause: Cause, limits: ServerRateLimits | undefined): string | null {
  if (cause !== "usage_limit" && cause !== "rate_limit") return null;
  const windows = [limits?.primary, limits?.secondary].flatMap((window) =>
    typeof window?.resetsAt === "number" ? [{ ...window, resetsAt: window.resetsAt }] : [],
  );
  const [fullest] = windows.sort((one, other) => other.usedPercent - one.usedPercent);
  const isReason = cause === "usage_limit" || (fullest?.usedPercent ?? 0) >= 100;
  return isReason ? isoTime(fullest?.resetsAt) : null;
}
