import type { Cause, Failure } from "../outcome/causes.js";
import { failure } from "../outcome/causes.js";
import type { ServerRateLimits } from "../protocol/limits.js";
import type { TurnError } from "../protocol/turn.js";
import { isUsageLimitText, statusInText } from "../protocol/versions/error-text.js";
import { isoTime } from "./iso-time.js";

/** Converts a turn error. `codexErrorInfo` decides the cause; the text is only a fallback. */
export function turnFailure(error: TurnError, limits: ServerRateLimits | undefined): Failure {
  const { cause, httpStatus } = classify(error);
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

interface Classified {
  cause: Cause;
  httpStatus: number | null;
}

function classify({ codexErrorInfo: info, message }: TurnError): Classified {
  if (typeof info === "string") {
    const cause = BY_NAME.get(info);
    return cause === undefined
      ? classifyByText(message)
      : { cause, httpStatus: statusInText(message) };
  }
  const [name, detail] = Object.entries((info ?? {}) as Record<string, unknown>)[0] ?? [];
  if (name === undefined || !HTTP_FAILURES.has(name)) return classifyByText(message);
  const status = (detail as { httpStatusCode?: unknown } | null)?.httpStatusCode;
  return classifyByStatus(Number.isSafeInteger(status) ? (status as number) : null, message);
}

const BY_NAME: ReadonlyMap<string, Cause> = new Map([
  ["contextWindowExceeded", "context_window"],
  ["sessionBudgetExceeded", "budget"],
  ["usageLimitExceeded", "usage_limit"],
  ["rateLimitExceeded", "rate_limit"],
  ["flexUnavailable", "overloaded"],
  ["serverOverloaded", "overloaded"],
  ["policyCapacityUnavailable", "overloaded"],
  ["modelNotFound", "model_not_found"],
  ["cyberPolicy", "policy"],
  ["misalignmentPolicyViolation", "policy"],
  ["tooManyDenials", "policy"],
  ["internalServerError", "model_error"],
  ["unauthorized", "unauthorized"],
  ["badRequest", "bad_request"],
  ["sandboxError", "sandbox"],
]);

const HTTP_FAILURES: ReadonlySet<string> = new Set([
  "httpConnectionFailed",
  "responseStreamConnectionFailed",
  "responseStreamDisconnected",
  "responseTooManyFailedAttempts",
]);

function classifyByStatus(httpStatus: number | null, message: string): Classified {
  const cause = httpStatus === null ? "connection" : causeOfStatus(httpStatus, message);
  return { cause, httpStatus };
}

function causeOfStatus(status: number, message: string): Cause {
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 429) return isUsageLimitText(message) ? "usage_limit" : "rate_limit";
  if (status === 503 || status === 529) return "overloaded";
  return status >= 500 ? "model_error" : "bad_request";
}

function classifyByText(message: string): Classified {
  const status = statusInText(message);
  if (status !== null) return classifyByStatus(status, message);
  const cause = /stream disconnected|error sending request/i.test(message)
    ? "connection"
    : "failed";
  return { cause, httpStatus: null };
}

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
