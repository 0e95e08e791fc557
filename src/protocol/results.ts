import * as z from "zod/mini";

import { CliError } from "../errors.js";
import { Turn } from "./turn.js";

/** The replies we read, loosely. */
export const InitializeResult = z.looseObject({ userAgent: z.string() });

const text = z.optional(z.nullable(z.string()));

export const ThreadResult = z.looseObject({
  thread: z.looseObject({ id: z.string(), cwd: text, ephemeral: z.optional(z.boolean()) }),
  model: text,
  modelProvider: text,
  cwd: text,
  reasoningEffort: text,
  approvalPolicy: z.optional(z.unknown()),
  sandbox: z.optional(z.nullable(z.looseObject({ type: z.string() }))),
  instructionSources: z.optional(z.nullable(z.array(z.unknown()))),
});

export const TurnResult = z.looseObject({ turn: z.looseObject({ id: z.string() }) });

export const ReadResult = z.looseObject({
  thread: z.looseObject({ turns: z.optional(z.array(Turn)) }),
});

export type ThreadResult = z.infer<typeof ThreadResult>;

/** A reply in the shape we rely on, or a protocol error that names the call. */
export function readReply<S extends z.ZodMiniType>(
  method: string,
  schema: S,
  value: unknown,
): z.infer<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw new CliError(
    "protocol",
    `the reply to ${method} has an unexpected shape: ${z.prettifyError(parsed.error)}`,
    { hint: "is this a codex app-server of version 0.118 or newer?" },
  );
}
