import type { TurnError } from "../../turn.js";
import type { Fields } from "./fields.js";
import { textOf } from "./fields.js";

/** The error of an `error` or `stream_error` event; the oldest ones name its kind only in the text. */
export function turnErrorIn(event: Fields): TurnError {
  const message = textOf(event["message"]) ?? "an error without a message";
  const info = event["codex_error_info"] ?? null;
  const additionalDetails = textOf(event["additional_details"]);
  return {
    message,
    codexErrorInfo: info === null ? infoInText(message) : camelCased(info),
    ...(additionalDetails === null ? {} : { additionalDetails }),
  };
}

/** Measured on 0.57 and 0.60. */
function infoInText(message: string): unknown {
  const status = /\bstatus:? (\d{3})\b/.exec(message)?.[1];
  if (/hit your usage limit/i.test(message)) return "usageLimitExceeded";
  if (/ran out of room in the model's context window/i.test(message))
    return "contextWindowExceeded";
  if (status !== undefined) return { httpConnectionFailed: { httpStatusCode: Number(status) } };
  return null;
}

/** Names in the spelling of today: `usage_limit_exceeded` is `usageLimitExceeded`. */
function camelCased(value: unknown): unknown {
  if (typeof value === "string") return camelCase(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      camelCase(key),
      typeof inner === "object" ? camelCased(inner) : inner,
    ]),
  );
}

const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
