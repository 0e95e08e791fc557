import { describe, expect, test } from "vitest";

import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { ServerRateLimits } from "../../src/protocol/limits.js";
import { errorText, turnFailure, withDetails } from "../../src/translate/failure.js";
import { endOf, failedWith, notification } from "./notifications.js";

/** A failure as one row: what it is, the exit status, whether to try again, the HTTP status. */
function row(codexErrorInfo: unknown, message = "boom") {
  const { cause, retryable, httpStatus } = turnFailure({ message, codexErrorInfo }, undefined);
  return [cause, exitCodeOf(cause), retryable ? "retryable" : "final", httpStatus];
}

describe("a class that the server names", () => {
  test.each([
    ["contextWindowExceeded", ["context_window", 7, "final", null]],
    ["sessionBudgetExceeded", ["budget", 7, "final", null]],
    ["usageLimitExceeded", ["usage_limit", 6, "final", null]],
    ["rateLimitExceeded", ["rate_limit", 6, "retryable", null]],
    ["flexUnavailable", ["overloaded", 6, "retryable", null]],
    ["serverOverloaded", ["overloaded", 6, "retryable", null]],
    ["policyCapacityUnavailable", ["overloaded", 6, "retryable", null]],
    ["modelNotFound", ["model_not_found", 1, "final", null]],
    ["cyberPolicy", ["policy", 1, "final", null]],
    ["misalignmentPolicyViolation", ["policy", 1, "final", null]],
    ["tooManyDenials", ["policy", 1, "final", null]],
    ["internalServerError", ["model_error", 1, "retryable", null]],
    ["unauthorized", ["unauthorized", 4, "final", null]],
    ["badRequest", ["bad_request", 1, "final", null]],
    ["sandboxError", ["sandbox", 9, "final", null]],
    ["threadRollbackFailed", ["failed", 1, "final", null]],
    ["other", ["failed", 1, "final", null]],
    ["constructor", ["failed", 1, "final", null]],
  ])("%s decides", (info, expected) => {
    expect(row(info)).toEqual(expected);
  });

  test("decides before the text, which may still add its status", () => {
    expect(row("serverOverloaded", "unexpected status 401 Unauthorized")).toEqual([
      "overloaded",
      6,
      "retryable",
      401,
    ]);
  });
});

describe("a failed connection", () => {
  const CLASSES = [
    "httpConnectionFailed",
    "responseStreamConnectionFailed",
    "responseStreamDisconnected",
    "responseTooManyFailedAttempts",
  ];
  const STATUSES: [number | null, unknown[]][] = [
    [null, ["connection", 1, "retryable", null]],
    [0.1, ["connection", 1, "retryable", null]],
    [1e21, ["connection", 1, "retryable", null]],
    [400, ["bad_request", 1, "final", 400]],
    [401, ["unauthorized", 4, "final", 401]],
    [403, ["unauthorized", 4, "final", 403]],
    [404, ["bad_request", 1, "final", 404]],
    [429, ["rate_limit", 6, "retryable", 429]],
    [500, ["model_error", 1, "retryable", 500]],
    [502, ["model_error", 1, "retryable", 502]],
    [503, ["overloaded", 6, "retryable", 503]],
    [529, ["overloaded", 6, "retryable", 529]],
  ];
  test.each(CLASSES.flatMap((name) => STATUSES.map(([status, is]) => [name, status, is] as const)))(
    "%s with status %j is known by its status",
    (name, httpStatusCode, expected) => {
      expect(row({ [name]: { httpStatusCode } })).toEqual(expected);
    },
  );

  test("with 429 is a usage limit when the words say so", () => {
    const info = { responseTooManyFailedAttempts: { httpStatusCode: 429 } };
    expect(row(info, "You've hit your usage limit.")).toEqual(["usage_limit", 6, "final", 429]);
  });

  test.each([null, {}, "text", { httpStatusCode: "429" }])(
    "with the detail %j has no status",
    (detail) => {
      expect(row({ httpConnectionFailed: detail })).toEqual(["connection", 1, "retryable", null]);
    },
  );
});

describe("without a class we know, the text decides", () => {
  const INFOS: unknown[] = [
    undefined,
    null,
    "other",
    "brandNewProblem",
    {},
    { brandNewProblem: { httpStatusCode: 429 } },
    { activeTurnNotSteerable: { turnKind: "review" } },
    [],
    7,
  ];
  const TEXTS: [string, unknown[]][] = [
    ["boom", ["failed", 1, "final", null]],
    ["unexpected status 400 Bad Request: no", ["bad_request", 1, "final", 400]],
    ["unexpected status 401 Unauthorized: no key", ["unauthorized", 4, "final", 401]],
    ["unexpected status 403 Forbidden", ["unauthorized", 4, "final", 403]],
    ["unexpected status 404 Not Found", ["bad_request", 1, "final", 404]],
    ["unexpected status 429 Too Many Requests", ["rate_limit", 6, "retryable", 429]],
    ["status 429: Usage limit reached", ["usage_limit", 6, "final", 429]],
    ["unexpected status 500 Internal", ["model_error", 1, "retryable", 500]],
    ["unexpected status 503 Service Unavailable", ["overloaded", 6, "retryable", 503]],
    ["stream disconnected before completion", ["connection", 1, "retryable", null]],
    ["error sending request for url (http://x/)", ["connection", 1, "retryable", null]],
    ["the file has status 4010 lines", ["failed", 1, "final", null]],
  ];
  test.each(INFOS.flatMap((info) => TEXTS.map(([text, is]) => [info, text, is] as const)))(
    "%j %j",
    (info, text, expected) => {
      expect(row(info, text)).toEqual(expected);
    },
  );
});

describe("a server without capacity, whatever it calls that", () => {
  const BUSY = "We’re currently experiencing high demand, which may cause temporary errors.";
  test.each<[unknown, string, number | null]>([
    ["internalServerError", BUSY, null],
    [{ responseStreamConnectionFailed: { httpStatusCode: 500 } }, BUSY, 500],
    [{ httpConnectionFailed: { httpStatusCode: 502 } }, "The engine is overloaded.", 502],
    ["other", "Selected model is at capacity. Please try a different model.", null],
    [undefined, `unexpected status 500: ${BUSY}`, 500],
  ])("%j %j", (info, message, httpStatus) => {
    expect(row(info, message)).toEqual(["overloaded", 6, "retryable", httpStatus]);
  });

  test("is not meant by an error with a name of its own", () => {
    expect(row("badRequest", "the prompt says: overloaded")).toEqual([
      "bad_request",
      1,
      "final",
      null,
    ]);
  });
});

describe("when a limit opens again", () => {
  const at = (seconds: number, usedPercent: number) => ({ usedPercent, resetsAt: seconds });
  const NOON = 1_790_000_000;
  const NOON_TEXT = "2026-09-21T14:13:20.000Z";

  test.each<[string, ServerRateLimits | undefined, string | null]>([
    ["is not known without limits", undefined, null],
    ["is not known from empty limits", { primary: null, secondary: null }, null],
    ["is told by the only window", { primary: at(NOON, 3) }, NOON_TEXT],
    [
      "is told by the fullest window",
      { primary: at(NOON + 9, 40), secondary: at(NOON, 100) },
      NOON_TEXT,
    ],
    [
      "is told by the first of two full ones",
      { primary: at(NOON, 100), secondary: at(NOON + 9, 100) },
      NOON_TEXT,
    ],
    [
      "is told by a window that says when",
      { primary: { usedPercent: 100, resetsAt: null }, secondary: at(NOON, 5) },
      NOON_TEXT,
    ],
  ])("%s", (_, limits, resetsAt) => {
    const error = { message: "limit", codexErrorInfo: "usageLimitExceeded" };
    expect(turnFailure(error, limits)).toEqual({
      message: "limit",
      cause: "usage_limit",
      retryable: false,
      httpStatus: null,
      resetsAt,
    });
  });

  test.each([
    ["usageLimitExceeded", NOON_TEXT],
    ["rateLimitExceeded", NOON_TEXT],
    ["serverOverloaded", null],
    ["contextWindowExceeded", null],
    ["other", null],
  ])("matters for %s: %j", (codexErrorInfo, resetsAt) => {
    const error = { message: "no", codexErrorInfo };
    expect(turnFailure(error, { primary: at(NOON, 100) }).resetsAt).toBe(resetsAt);
  });

  test("is not the end of a rate limit while there is room in the window", () => {
    const limits = { primary: at(NOON, 99) };
    const when = ["usageLimitExceeded", "rateLimitExceeded"].map(
      (codexErrorInfo) => turnFailure({ message: "no", codexErrorInfo }, limits).resetsAt,
    );
    expect(when).toEqual([NOON_TEXT, null]);
  });

  test("is remembered from what the server said during the turn", () => {
    const limits = notification("account/rateLimits/updated", {
      rateLimits: { primary: at(NOON, 100) },
    });
    const end = endOf(limits, failedWith({ message: "no", codexErrorInfo: "usageLimitExceeded" }));
    expect(end?.failure?.resetsAt).toBe(NOON_TEXT);
  });
});

describe("words", () => {
  test.each([
    ["a", "b", "a (b)"],
    ["a", "", "a"],
    ["a", null, "a"],
    ["a", undefined, "a"],
  ])("%j with the details %j reads %j", (message, additionalDetails, text) => {
    expect([
      withDetails(message, additionalDetails),
      errorText({ message, additionalDetails }),
    ]).toEqual([text, text]);
  });
});
