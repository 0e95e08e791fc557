import * as z from "zod/mini";

import { CliError } from "../outcome/errors.js";
import "../text/zod-messages.js";
import { Turn } from "./turn.js";
import { stateName, withIdBelow } from "./versions/field-spellings.js";
import { FEATURES } from "./versions/features.js";

/** Results of the requests we send, parsed loosely. */
export const InitializeResult = z.looseObject({ userAgent: z.string() });

const text = z.optional(z.nullable(z.string()));

const OpenedThread = z.looseObject({
  thread: z.looseObject({
    id: z.string(),
    sessionId: text,
    cwd: text,
    ephemeral: z.optional(z.boolean()),
  }),
  model: text,
  modelProvider: text,
  cwd: text,
  reasoningEffort: text,
  serviceTier: text,
  approvalPolicy: z.optional(z.unknown()),
  sandbox: z.optional(z.nullable(z.looseObject({ type: z.string() }))),
  instructionSources: z.optional(z.nullable(z.array(z.unknown()))),
});

export const ThreadResult = z.pipe(withIdBelow("thread"), OpenedThread);

export const StartedTurnResult = z.pipe(
  withIdBelow("turn"),
  z.looseObject({ turn: z.looseObject({ id: z.string() }) }),
);

export const ThreadTurnsResult = z.looseObject({
  thread: z.looseObject({ turns: z.optional(z.array(Turn)) }),
});

/** A thread as `thread/list` returns it. */
const StoredThread = z.looseObject({
  id: z.string(),
  name: text,
  preview: text,
  cwd: text,
  model: text,
  modelProvider: text,
  reasoningEffort: text,
  /** The file it is stored in, on the server's machine. */
  path: text,
  createdAt: z.optional(z.nullable(z.number())),
  updatedAt: z.optional(z.nullable(z.number())),
  /** A name, or an object whose one key is the name. */
  source: z.optional(z.unknown()),
  forkedFromId: text,
  parentThreadId: text,
  gitInfo: z.optional(z.nullable(z.looseObject({ sha: text, branch: text, originUrl: text }))),
  cliVersion: text,
  /** `paginated` for a thread whose turns are stored with all their items. */
  historyMode: text,
});

export const StoredThreadResult = z.looseObject({ thread: StoredThread });

export const StatusResult = z.looseObject({
  thread: z.looseObject({ status: z.pipe(z.unknown(), z.transform(stateName)) }),
});

export const MetadataResult = z.looseObject({ isDirectory: z.boolean() });

export const TurnListResult = z.looseObject({ data: z.array(Turn), nextCursor: text });

export const ThreadListResult = z.looseObject({ data: z.array(StoredThread), nextCursor: text });

/** The codex config keys that affect how a thread is opened, with every layer merged. */
const CodexSettings = z.looseObject({
  model: text,
  model_provider: text,
  model_reasoning_effort: text,
  model_reasoning_summary: text,
  hide_agent_reasoning: z.optional(z.unknown()),
  show_raw_agent_reasoning: z.optional(z.unknown()),
  approval_policy: z.optional(z.unknown()),
  approvals_reviewer: text,
  sandbox_mode: text,
  sandbox_workspace_write: z.optional(
    z.nullable(z.looseObject({ writable_roots: z.optional(z.nullable(z.array(z.string()))) })),
  ),
  default_permissions: text,
  oss_provider: text,
  projects: z.optional(z.nullable(z.record(z.string(), z.looseObject({ trust_level: text })))),
});

/** The config layer a setting comes from. */
const Origin = z.looseObject({ name: z.pipe(z.unknown(), z.transform(stateName)) });

export const ConfigResult = z.looseObject({
  config: CodexSettings,
  origins: z.optional(z.nullable(z.record(z.string(), z.optional(Origin)))),
});

export type ConfigResult = z.infer<typeof ConfigResult>;
export type TurnListResult = z.infer<typeof TurnListResult>;
export type ThreadListResult = z.infer<typeof ThreadListResult>;
export type StoredThread = z.infer<typeof StoredThread>;
export type CodexSettings = z.infer<typeof CodexSettings>;
export type ThreadResult = z.infer<typeof ThreadResult>;

/** Parses a result; throws a protocol error that names the method. */
export function readResponse<S extends z.ZodMiniType>(
  method: string,
  schema: S,
  value: unknown,
): z.infer<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw new CliError(
    "protocol",
    `the response to ${method} has an unexpected shape: ${z.prettifyError(parsed.error)}`,
    { hint: `is this a codex app-server of version ${FEATURES.threads.since} or newer?` },
  );
}
