import * as z from "zod/mini";

import { turnStatus } from "./versions/field-spellings.js";
import { wholeNumber } from "./whole-number.js";

// A run reads a few hundred messages: compiling a parser for each shape costs more than it saves.
z.config({ jitless: true });

/** Why a turn failed, as the server reports it. */
export const TurnError = z.looseObject({
  message: z.string(),
  codexErrorInfo: z.optional(z.unknown()),
  additionalDetails: z.optional(z.nullable(z.string())),
});

export const Turn = z.looseObject({
  id: z.string(),
  /** `completed`, `failed`, `interrupted`, `inProgress`, or a status of another server version. */
  status: turnStatus,
  error: z.optional(z.pipe(z.unknown(), z.transform(readError))),
  items: z.optional(z.array(z.unknown())),
  itemsView: z.optional(z.nullable(z.string())),
  durationMs: z.optional(z.nullable(wholeNumber)),
  /** In seconds. */
  startedAt: z.optional(z.nullable(z.number())),
  completedAt: z.optional(z.nullable(z.number())),
  /** The turn that started this one: a review runs under its own turn id. */
  rootTurnId: z.optional(z.nullable(z.string())),
});

/** Parses the error of a turn; one of an unexpected shape is still an error. */
function readError(value: unknown): TurnError | null {
  if (value === undefined || value === null) return null;
  const parsed = TurnError.safeParse(value);
  if (parsed.success) return parsed.data;
  const { message, codexErrorInfo } = Object(value) as { [key in keyof TurnError]?: unknown };
  const text = [value, message].find((each) => typeof each === "string");
  return { message: text ?? `an error without a message: ${shortJson(value)}`, codexErrorInfo };
}

const shortJson = (value: unknown): string => (JSON.stringify(value) ?? "").slice(0, 200);

const tokens = {
  inputTokens: z._default(wholeNumber, 0),
  cachedInputTokens: z._default(wholeNumber, 0),
  cacheWriteInputTokens: z._default(wholeNumber, 0),
  outputTokens: z._default(wholeNumber, 0),
  reasoningOutputTokens: z._default(wholeNumber, 0),
};
export const Tokens = z.looseObject(tokens);

export const TokenUsage = z.looseObject({
  total: Tokens,
  last: Tokens,
  modelContextWindow: z.optional(z.nullable(wholeNumber)),
});

export type TurnError = z.infer<typeof TurnError>;
export type Turn = z.infer<typeof Turn>;
export type Tokens = z.infer<typeof Tokens>;
export type TokenUsage = z.infer<typeof TokenUsage>;
