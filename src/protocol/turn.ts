import * as z from "zod/mini";

import { whole } from "./whole.js";

// A run reads a few hundred messages: compiling a parser for each shape costs more than it saves.
z.config({ jitless: true });

/** A turn's own account of how it failed. */
export const TurnError = z.looseObject({
  message: z.string(),
  codexErrorInfo: z.optional(z.unknown()),
  additionalDetails: z.optional(z.nullable(z.string())),
});

export const Turn = z.looseObject({
  id: z.string(),
  status: z.enum(["completed", "failed", "interrupted", "inProgress"]),
  error: z.optional(z.nullable(TurnError)),
  items: z.optional(z.array(z.unknown())),
  itemsView: z.optional(z.nullable(z.string())),
  durationMs: z.optional(z.nullable(whole)),
  /** In seconds. */
  startedAt: z.optional(z.nullable(z.number())),
  completedAt: z.optional(z.nullable(z.number())),
  /** The turn this one was begun for: a review runs under an id of its own. */
  rootTurnId: z.optional(z.nullable(z.string())),
});

const tokens = {
  inputTokens: z._default(whole, 0),
  cachedInputTokens: z._default(whole, 0),
  cacheWriteInputTokens: z._default(whole, 0),
  outputTokens: z._default(whole, 0),
  reasoningOutputTokens: z._default(whole, 0),
};
export const Tokens = z.looseObject(tokens);

export const TokenUsage = z.looseObject({
  total: Tokens,
  last: Tokens,
  modelContextWindow: z.optional(z.nullable(whole)),
});

export type TurnError = z.infer<typeof TurnError>;
export type Turn = z.infer<typeof Turn>;
export type Tokens = z.infer<typeof Tokens>;
export type TokenUsage = z.infer<typeof TokenUsage>;
