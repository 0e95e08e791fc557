import { nearest } from "../../config/nearest.js";
import { CliError } from "../../src/outcome/errors.js";
import { createTable, widest } from "../../src/output/table.js";
import type { ModelRecord } from "../../src/dialect/records.js";
import type { RunContext } from "../../src/context.js";
import type { ModelCalls } from "../../src/protocol/model-calls.js";
import { modelRecord } from "../../src/translate/model-record.js";
import type { Command } from "../registry.js";
import type { Flag } from "../cli/flags/flag.js";
import type { ParsedArguments } from "../cli/parse.js";
import { QUERY_FLAGS, queryOptions } from "../cli/server-options.js";
import { unexpectedArgument } from "../cli/usage-errors.js";
import type { QueryContext } from "../cli/with-server.js";
import { withServer } from "../cli/with-server.js";

const MODELS_FLAGS = {
  all: { alias: "a", type: "boolean", group: "Which:", describe: "also models hidden from menus" },
  check: {
    type: "string",
    value: "MODEL",
    group: "Which:",
    describe: "print nothing; exit 0 if the model exists, 1 if not",
  },
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;

/** `turnpipe models`: the values that `--model` and `--effort` take. */
export const MODELS: Command = {
  name: "models",
  flags: MODELS_FLAGS,
  help: {
    usage: ["turnpipe models [flags]"],
    about:
      "List the available models; the default is marked. On a terminal a table; elsewhere lines " +
      "separated by tabs: id, default, hidden or nothing, efforts (its default first), inputs, " +
      "description.",
    examples: [
      ["turnpipe models --json | jq -r 'select(.default).id'", "the default"],
      ["turnpipe models --check gpt-6-sol && turnpipe run -m gpt-6-sol …", "in a script"],
    ],
  },
  execute: models,
};

async function models(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const options = await queryOptions(argv, runContext);
  const [, unexpected] = argv._.map(String);
  if (unexpected !== undefined) {
    const hint = `to check for it: turnpipe models --check ${JSON.stringify(unexpected)}`;
    throw unexpectedArgument("models", unexpected, hint);
  }
  const wanted = argv["check"] as string | undefined;
  return withServer(options, runContext, async (context) => {
    const models = await context.server.models();
    const found = await listed(models, { hidden: argv["all"] === true });
    if (wanted !== undefined) {
      const isShown = found.some(({ id }) => id === wanted);
      return check(wanted, isShown ? found : await listed(models, { hidden: true }));
    }
    if (!options.json) await printTable(found, context);
    else for (const model of found) await context.stdout.record(model);
    return 0;
  });
}

async function listed(models: ModelCalls, which: { hidden: boolean }): Promise<ModelRecord[]> {
  const found: ModelRecord[] = [];
  for await (const model of models.listModels(which)) found.push(modelRecord(model));
  // An empty list would look like a valid answer.
  if (found.length === 0) throw new CliError("refused", "the server offers no models");
  return found;
}

function check(wanted: string, found: readonly ModelRecord[]): number {
  const ids = found.map(({ id }) => id);
  if (ids.includes(wanted)) return 0;
  const guess = nearest(wanted, ids);
  throw new CliError("model_not_found", `there is no model ${JSON.stringify(wanted)}`, {
    hint: guess === undefined ? "see: turnpipe models --all" : `did you mean: ${guess}`,
  });
}

async function printTable(
  found: readonly ModelRecord[],
  { stdout, paint, columns }: QueryContext,
): Promise<void> {
  const rows = found.map((model) => [
    model.id,
    model.default ? "default" : model.hidden ? "hidden" : "",
    effortsOf(model).join(columns === undefined ? "," : " "),
    model.input_modalities.join(columns === undefined ? "," : " "),
    model.description,
  ]);
  const width = (head: string, at: number): number =>
    widest(
      head,
      rows.map((row) => row[at] ?? ""),
    );
  const table = createTable(
    [
      { head: "MODEL", width: width("MODEL", 0) },
      { head: "", width: width("", 1) },
      { head: "EFFORTS", width: width("EFFORTS", 2) },
      { head: "INPUT", width: width("INPUT", 3) },
      { head: "DESCRIPTION", width: "rest", optional: true },
    ],
    { columns, paint },
  );
  const head = table.head();
  const lines = [...(head === undefined ? [] : [head]), ...rows.map((row) => table.row(row))];
  await stdout.text(lines.map((line) => `${line}\n`).join(""));
}

/** The efforts, the default first. */
const effortsOf = ({ efforts, default_effort: first }: ModelRecord): string[] =>
  first === null ? efforts : [first, ...efforts.filter((effort) => effort !== first)];
