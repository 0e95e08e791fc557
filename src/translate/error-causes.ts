import type { Cause } from "../outcome/causes.js";
import type { TurnError } from "../protocol/turn.js";
import { isCapacityText, isUsageLimitText, statusInText } from "../protocol/versions/error-text.js";

/** The cause of a turn error, and the HTTP status behind it. */
interface ErrorCause {
  cause: Cause;
  httpStatus: number | null;
}

/** Which error of the server is which cause. */
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

/** The same for an HTTP status; any other below 500 is a bad request, from 500 on a model error. */
const BY_STATUS: ReadonlyMap<number, Cause> = new Map([
  [401, "unauthorized"],
  [403, "unauthorized"],
  [429, "rate_limit"],
  [503, "overloaded"],
  [529, "overloaded"],
]);

/** Failed connections, whose detail is an HTTP status. */
const HTTP_FAILURES: ReadonlySet<string> = new Set([
  "httpConnectionFailed",
  "responseStreamConnectionFailed",
  "responseStreamDisconnected",
  "responseTooManyFailedAttempts",
]);

/** Finds the cause of a turn error. A server that is too busy may call that any error: its text tells. */
export function errorCause(error: TurnError): ErrorCause {
  const found = causeByName(error) ?? causeByText(error.message);
  const isGeneral = found.cause === "model_error" || found.cause === "failed";
  return isGeneral && isCapacityText(error.message) ? { ...found, cause: "overloaded" } : found;
}

function causeByName({ codexErrorInfo: info, message }: TurnError): ErrorCause | undefined {
  if (typeof info === "string") {
    const cause = BY_NAME.get(info);
    return cause && { cause, httpStatus: statusInText(message) };
  }
  const [name, detail] = Object.entries((info ?? {}) as Record<string, unknown>)[0] ?? [];
  if (name === undefined || !HTTP_FAILURES.has(name)) return undefined;
  const status = (detail as { httpStatusCode?: unknown } | null)?.httpStatusCode;
  return Number.isSafeInteger(status)
    ? causeByStatus(status as number, message)
    : { cause: "connection", httpStatus: null };
}

function causeByText(message: string): ErrorCause {
  const status = statusInText(message);
  if (status !== null) return causeByStatus(status, message);
  const isConnection = /stream disconnected|error sending request/i.test(message);
  return { cause: isConnection ? "connection" : "failed", httpStatus: null };
}

function causeByStatus(httpStatus: number, message: string): ErrorCause {
  const isUsageLimit = httpStatus === 429 && isUsageLimitText(message);
  const other = httpStatus >= 500 ? "model_error" : "bad_request";
  return { cause: isUsageLimit ? "usage_limit" : (BY_STATUS.get(httpStatus) ?? other), httpStatus };
}
