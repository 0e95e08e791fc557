import * as z from "zod";

import { ConfigFile } from "../../config/schema.js";
import {
  ApprovalDecision,
  ApprovalRequest,
  ExplainedDecision,
} from "../../src/dialect/approval.js";
import { ThreadEvent } from "../../src/dialect/events.js";
import { EXIT_MEANINGS } from "../../src/outcome/exit-codes.js";
import { ownStdout } from "../../src/output/stdout.js";
import {
  AccountRecord,
  DeletedThread,
  DoctorRecord,
  HookRecord,
  LoginEvent,
  ModelRecord,
  RateLimitsRecord,
  SettingRecord,
  ShimRecord,
  ThreadRecord,
} from "../../src/dialect/records.js";
import { RecordingLine } from "../../src/dialect/recording.js";
import { NoReview, ReportedFinding, ReviewReport } from "../../src/review/report.js";
import type { RunContext } from "../../src/context.js";
import type { Command } from "../registry.js";
import { exitCodeAfterOutput } from "../cli/output-errors.js";
import type { ParsedArguments } from "../cli/parse.js";
import { unexpectedArgument, unknownAction } from "../cli/usage-errors.js";

const codes = Object.entries(EXIT_MEANINGS).map(([code, meaning]) =>
  z.literal(Number(code)).meta({ description: meaning }),
);

/** The schemas by name: the same definitions that type and check our output. */
export const SCHEMAS = {
  events: { title: "a line of --json of a turn", schema: ThreadEvent },
  findings: {
    title: "output of review: --format json (the report), jsonl (one finding per line)",
    schema: z.union([ReviewReport, ReportedFinding, NoReview]),
  },
  threads: {
    title: "a line of threads … --json (show --turns and compact print events)",
    schema: z.union([ThreadRecord, DeletedThread]),
  },
  models: { title: "a line of models --json", schema: ModelRecord },
  login: {
    title: "a line of login … --json",
    schema: z.union([LoginEvent, AccountRecord, RateLimitsRecord]),
  },
  approval: {
    title: "input and output of --approve exec:CMD; output of approvals explain --json",
    schema: z.union([ApprovalRequest, ApprovalDecision, ExplainedDecision]),
  },
  doctor: { title: "a line of doctor --json", schema: DoctorRecord },
  recording: { title: "a line of a --record file", schema: RecordingLine },
  hook: { title: "output of review hook status --json", schema: HookRecord },
  shim: { title: "output of shim status --json", schema: ShimRecord },
  config: {
    title: "a config file; a line of config show --json",
    schema: z.union([ConfigFile, SettingRecord]),
  },
  "exit-codes": { title: "an exit status", schema: z.union(codes) },
} as const satisfies Record<string, { title: string; schema: z.core.$ZodType }>;

const NAMES = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];

/** The text of a schema, printed here and shipped as `turnpipe/schema/NAME.json`. */
export function schemaText(name: keyof typeof SCHEMAS): string {
  const { title, schema } = SCHEMAS[name];
  return `${JSON.stringify({ title, ...z.toJSONSchema(schema) }, null, 2)}\n`;
}

/** `turnpipe schema NAME`: prints the JSON Schema of what we print or read. */
export const SCHEMA: Command = {
  name: "schema",
  actions: NAMES,
  flags: {},
  help: {
    usage: ["turnpipe schema NAME"],
    about: "Print the JSON Schema (2020-12) of what is printed or read.",
    commands: Object.fromEntries(NAMES.map((name) => [name, SCHEMAS[name].title])),
    examples: [["turnpipe schema events > events.schema.json", "to check what a program reads"]],
  },
  execute: printSchema,
};

async function printSchema(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const [, name = "", unexpected] = argv._.map(String);
  if (!isName(name)) throw unknownAction("schema", name, NAMES, "name");
  if (unexpected !== undefined) throw unexpectedArgument("schema", unexpected);
  await ownStdout(runContext).text(schemaText(name));
  return exitCodeAfterOutput(0, runContext);
}

const isName = (word: string): word is keyof typeof SCHEMAS => Object.hasOwn(SCHEMAS, word);
