import * as z from "zod";

/** Fields of every approval request, as `--approve exec:CMD` reads it. */
const common = {
  thread_id: z.string().nullable(),
  turn_id: z.string().nullable(),
  item_id: z.string().nullable(),
  /** The reason the agent gives. */
  reason: z.string().nullable(),
};

export const ApprovalRequest = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("command"),
    ...common,
    command: z.string(),
    cwd: z.string().nullable(),
    /** Set when only network access to this host is requested. */
    host: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal("file_change"),
    ...common,
    changes: z.array(
      z.strictObject({
        path: z.string(),
        kind: z.string(),
        move_path: z.string().nullable(),
        diff: z.string().nullable(),
      }),
    ),
    /** A directory to make writable for the rest of the session. */
    grant_root: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal("permissions"),
    ...common,
    cwd: z.string().nullable(),
    permissions: z.unknown(),
  }),
  z.strictObject({
    kind: z.literal("mcp"),
    ...common,
    server: z.string(),
    /** Null if the server did not name it. */
    tool: z.string().nullable(),
    arguments: z.unknown(),
  }),
  z.strictObject({
    kind: z.literal("user_input"),
    ...common,
    questions: z.array(
      z.strictObject({
        id: z.string(),
        question: z.string(),
        options: z.array(z.string()),
        secret: z.boolean(),
      }),
    ),
  }),
  z.strictObject({
    kind: z.literal("elicitation"),
    ...common,
    server: z.string(),
    message: z.string(),
    /** JSON Schema of the answer; null if a URL is to be opened instead. */
    schema: z.unknown(),
    url: z.string().nullable(),
  }),
]);

/** The decision, as `--approve exec:CMD` prints it. */
export const ApprovalDecision = z.strictObject({
  decision: z.enum(["accept", "acceptForSession", "decline", "cancel"]),
  reason: z.string().optional(),
});

const decisionFields = {
  decision: z.enum(["accept", "decline"]),
  why: z.enum(["allowed", "denied", "unlisted", "unclear"]),
  /** The text of the rule that decided. */
  rule: z.string().nullable(),
  reason: z.string(),
};

/** The option, sub-command or operand of a command that decided, if one did. */
const option = z.string().optional();

/** What `approvals explain --json` prints. */
export const ExplainedDecision = z.strictObject({
  ...decisionFields,
  /** Each simple command, path, tool or host that was found. */
  parts: z.array(z.strictObject({ what: z.string(), ...decisionFields, option })).readonly(),
  option,
});

export type ExplainedDecision = z.infer<typeof ExplainedDecision>;
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;
