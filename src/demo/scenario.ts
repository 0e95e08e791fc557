import * as z from "zod/mini";

const Count = z.int().check(z.positive());
const Millis = z.int().check(z.nonnegative());

/** A repeated text, so that a five-megabyte answer fits in a one-line file. */
const Repeated = z.strictObject({ repeat: z.string(), times: Count });

const TextPart = z.strictObject({
  text: z.union([z.string(), Repeated]),
  phase: z.optional(z.enum(["commentary", "final_answer"])),
  /** How many deltas the text arrives in. */
  pieces: z.optional(Count),
  /** The message is started but never finished, for a stream that is cut off. */
  unfinished: z.optional(z.boolean()),
  /** Pause before each delta. */
  delay_ms: z.optional(Millis),
});

const ReasoningPart = z.strictObject({
  reasoning: z.union([z.string(), z.array(z.string())]),
});

const ExecPart = z.strictObject({
  exec: z.string(),
  workdir: z.optional(z.string()),
  tty: z.optional(z.boolean()),
  yield_time_ms: z.optional(Millis),
  max_output_tokens: z.optional(Count),
  sandbox_permissions: z.optional(z.string()),
  justification: z.optional(z.string()),
});

const CallPart = z.strictObject({
  call: z.string(),
  /** The group a tool is listed under, such as `mcp__server`. */
  namespace: z.optional(z.string()),
  arguments: z.json(),
});

const PatchPart = z.strictObject({ patch: z.string() });

/** JavaScript for codex's `exec` tool, in which newer models make all their calls. */
const CodePart = z.strictObject({ code: z.string() });

/** A query, or the whole action when it is not a plain search. */
const SearchPart = z.strictObject({
  search: z.union([z.string(), z.looseObject({ type: z.string() })]),
});

const RawPart = z.strictObject({ raw: z.looseObject({ type: z.string() }) });

const Part = z.union([
  TextPart,
  ReasoningPart,
  ExecPart,
  CallPart,
  PatchPart,
  CodePart,
  SearchPart,
  RawPart,
]);

const ScenarioUsage = z.strictObject({
  input: Millis,
  cached: z.optional(Millis),
  output: Millis,
  reasoning: z.optional(Millis),
});

const End = z.union([
  z.enum(["completed", "cut", "incomplete", "hang"]),
  z.strictObject({ failed: z.strictObject({ code: z.string(), message: z.string() }) }),
]);

/** Only for the first request whose raw JSON body contains this text. */
const when = z.optional(z.string());

const Failure = z.strictObject({
  when,
  http: z.strictObject({
    status: z.int().check(z.gte(200), z.lte(599)),
    headers: z.optional(z.record(z.string(), z.string())),
    body: z.json(),
  }),
});

const Stream = z.strictObject({
  when,
  /** Name to a pattern: its first group in the raw body is the value of this response's `{name}`. */
  take: z.optional(z.record(z.string(), z.string())),
  say: z.array(Part),
  usage: z.optional(ScenarioUsage),
  end: z.optional(End),
  /** Pause before the first event. */
  delay_ms: z.optional(Millis),
});

const Scenario = z.strictObject({
  description: z.string(),
  /** Extra codex settings: dotted key to the text of a TOML value. */
  config: z.optional(z.record(z.string(), z.string())),
  /** Files the working directory starts with: relative path to text. */
  files: z.optional(z.record(z.string(), z.string())),
  responses: z.array(z.union([Failure, Stream])),
  /** What a request gets when no response is left; `fail` when absent. */
  then: z.optional(z.enum(["repeat-last", "fail"])),
});

/** One output of the scripted model: a text, some reasoning, a tool call. */
export type Part = z.infer<typeof Part>;
/** Token counts of one response. */
export type ScenarioUsage = z.infer<typeof ScenarioUsage>;
/** A streamed answer to one request. */
export type Stream = z.infer<typeof Stream>;
/** The answer to one request: an HTTP failure or a stream. */
export type Response = z.infer<typeof Failure> | Stream;
/** A script for the model: its answers, in order. */
export type Scenario = z.infer<typeof Scenario>;

/** Parses a scenario; throws on unknown fields. */
export function parseScenario(value: unknown): Scenario {
  return Scenario.parse(value);
}
