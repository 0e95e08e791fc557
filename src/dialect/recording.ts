import * as z from "zod";

/** The version of the format; newer recordings are rejected. */
export const RECORDING_VERSION = 1;

const at = {
  at_ms: z.optional(z.number().meta({ description: "milliseconds since the recording began" })),
};
const text = z.nullable(z.string());

/** Why a run, or one of its steps, failed. */
const Failure = z.object({
  cause: z.string(),
  message: z.string(),
  hint: z.optional(z.string()),
  resets_at: z.optional(text),
});

const Gone = z.object({
  reason: z.string(),
  exit_code: z.nullable(z.number()),
  signal: text,
  last_words: z.string(),
});

/** The options of `run`, `resume` or `review` that the output depends on. */
const Turn = z.object({
  json: z.boolean(),
  include: z.array(z.string()),
  fail_on: z.array(z.string()),
  min_quota: z.nullable(z.number()),
  tells_trust: z.boolean(),
  decides: z
    .boolean()
    .meta({ description: "whether approvals were decided by rules, a program or a person" }),
  steers: z.boolean().meta({ description: "whether more input could be sent while it ran" }),
  budget: z.optional(z.object({ tokens: z.nullable(z.number()), steps: z.nullable(z.number()) })),
  verify: z.optional(z.nullable(z.object({ command: z.string(), retries: z.number() }))),
  retry: z.optional(z.nullable(z.object({ unsafe: z.boolean() }))),
});

/** The options of a review besides those of its turn. */
const Review = z.object({
  target: z.string(),
  head: text,
  coverage: z.optional(z.nullable(z.unknown())),
  empty: z.boolean(),
  now: z.string(),
  format: z.nullable(z.string()).meta({ description: "the format printed to stdout" }),
  fail_on: z.string(),
  fail_on_empty: z.optional(z.boolean()),
  only_new: z.boolean(),
  baseline: z.nullable(z.unknown()),
  acceptance: z.nullable(z.object({ reason: z.string(), expires: text })),
});

/** The options of `threads show`. */
const Show = z.object({
  json: z.boolean(),
  turns: z.boolean(),
  markdown: z.boolean(),
  include: z.array(z.string()),
  query: z.unknown(),
  colour: z.boolean(),
});

/** The first line: the program version and how it was run. */
const Head = z.object({
  turnpipe: z.object({
    recording: z.number(),
    version: z.string(),
    argv: z.array(z.string()),
    cwd: z.string(),
    at: z.string(),
    time_zone: z.string(),
    columns: z
      .nullable(z.number())
      .meta({ description: "width of the terminal on stdout, if any" }),
    turn: z.optional(Turn),
    review: z.optional(Review),
    show: z.optional(Show),
  }),
});

/** The decision on an approval request, and the answers to its questions. */
const Decided = z.object({
  decision: z.string(),
  reason: z.string(),
  answers: z.optional(z.unknown()),
  content: z.optional(z.unknown()),
});

/** A message of the connection, or something else that happened, in order. */
const Step = z.union([
  z.object({ from: z.enum(["client", "server"]), message: z.unknown(), ...at }),
  z
    .object({ from: z.literal("server"), raw: z.string(), problem: z.string(), ...at })
    .meta({ description: "a line that is not JSON" }),
  z.object({ decided: Decided, ...at }),
  z.object({ steered: z.object({ text, problem: z.optional(z.string()) }), ...at }),
  z.object({ stopped: Failure, ...at }),
  z.object({ gone: Gone, ...at }).meta({ description: "the server exited on its own" }),
  z
    .object({ given: z.record(z.string(), z.unknown()), ...at })
    .meta({ description: "data read from files or git" }),
]);

/** The last line: how the run ended. */
const End = z.object({
  end: z.object({
    exit_code: z.number(),
    failure: z.nullable(Failure),
    stopped: z.optional(z.object({ ...Failure.shape, ...at })),
    gone: z.optional(z.object({ ...Gone.shape, ...at })),
  }),
  ...at,
});

export const RecordingLine = z.union([Head, Step, End]);

export type RecordingHead = z.infer<typeof Head>["turnpipe"];
export type RecordingStep = z.infer<typeof Step>;
export type RecordingEnd = z.infer<typeof End>["end"];
export type RecordedFailure = z.infer<typeof Failure>;
