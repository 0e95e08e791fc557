import * as z from "zod";

import { ThreadItem } from "./items.js";

/** The optional fields are set only in `threads show`. */
const TurnStarted = z.strictObject({
  type: z.literal("turn.started"),
  turn_id: z.string().optional(),
  started_at: z.iso.datetime().nullable().optional(),
  prompt: z.string().nullable().optional(),
});

/** The events between the first and the last one of every run. */
export const PROGRESS_EVENTS = [
  TurnStarted,
  z.strictObject({ type: z.literal("item.started"), item: ThreadItem }),
  z.strictObject({ type: z.literal("item.updated"), item: ThreadItem }),
  z.strictObject({ type: z.literal("item.completed"), item: ThreadItem }),
  z.strictObject({ type: z.literal("error"), message: z.string() }),
] as const;
