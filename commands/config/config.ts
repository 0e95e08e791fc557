import type { Origin } from "../../config/origins.js";
import { originsOf } from "../../config/origins.js";
import { redactSettings } from "../../src/redact/settings.js";
import { createTable, widest } from "../../src/output/table.js";
import type { SettingRecord } from "../../src/dialect/records.js";
import type { RunContext } from "../../src/context.js";
import type { Command } from "../registry.js";
import type { Flag } from "../cli/flags/flag.js";
import { TURN_FLAGS } from "../cli/flags/turn.js";
import { exitCodeAfterOutput } from "../cli/output-errors.js";
import type { ParsedArguments } from "../cli/parse.js";
import type { Settings } from "../cli/settings.js";
import { loadSettings } from "../cli/settings.js";
import { unexpectedArgument, unknownAction } from "../cli/usage-errors.js";
import type { CommandOutput } from "../cli/with-server.js";
import { openOutput } from "../cli/with-server.js";

const CONFIG_FLAGS = {
  origin: { type: "boolean", group: "Output:", describe: "also print the file of each setting" },
  json: { type: "boolean", group: "Output:", describe: "print JSON lines, one setting each" },
  color: { ...TURN_FLAGS.color, describe: "colour" },
  cd: { ...TURN_FLAGS.cd, group: "Which:", describe: "show the settings for this directory" },
  "trust-project-config": TURN_FLAGS["trust-project-config"],
} as const satisfies Record<string, Flag>;

/** `turnpipe config show`: prints the settings in force, and where each comes from. */
export const CONFIG: Command = {
  name: "config",
  actions: ["show"],
  flags: CONFIG_FLAGS,
  help: {
    usage: ["turnpipe config show [flags]"],
    about:
      "Print the settings of the config files that apply here; all others have their default. Keys " +
      "that a project's file may not set are listed on stderr. On a terminal a table, otherwise " +
      "tab-separated lines: key, value as JSON, and with --origin the file.",
    examples: [["turnpipe config show --origin", "with the file of each setting"]],
    more: "Files and keys: turnpipe help config",
  },
  execute: config,
};

async function config(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const [, action = "", unexpected] = argv._.map(String);
  if (action !== "show") throw unknownAction("config", action, ["show"]);
  if (unexpected !== undefined) throw unexpectedArgument("config", unexpected);
  const found = await loadSettings(argv, runContext);
  const { user, project, settings, ignored } = found;
  const variables = fromEnvironment(runContext);
  const origins = originsOf(settings, user?.says ?? {}, project?.says ?? {}, ignored);
  const records = [
    ...origins
      .filter(({ key }) => variables.every((each) => each.key !== key))
      .map((origin) => recordOf(origin, found)),
    ...variables,
  ];
  const json = argv["json"] === true;
  const color = (argv["color"] as "auto" | undefined) ?? settings.color ?? "auto";
  const output = openOutput({ level: "normal", color, json }, runContext);
  if (json) for (const record of records) await output.stdout.record(record);
  else await printTable(records, argv["origin"] === true, output);
  if (records.length === 0 && !json) output.say("no settings: every key has its default");
  return exitCodeAfterOutput(0, runContext);
}

function recordOf({ key, value, from }: Origin, { user, project }: Settings): SettingRecord {
  const files = {
    user: [user?.path],
    project: [project?.path],
    both: [user?.path, project?.path],
  }[from].flatMap((path) => (path === undefined ? [] : [path]));
  return { key, value: redactSettings(value, key), origin: from, files };
}

/** The environment variables that are settings. */
const fromEnvironment = ({ env }: RunContext): SettingRecord[] =>
  (["codex", "connect"] as const).flatMap((key) => {
    const value = env[`TURNPIPE_${key.toUpperCase()}`] ?? "";
    return value === "" ? [] : [{ key, value, origin: "environment", files: [] }];
  });

async function printTable(
  records: readonly SettingRecord[],
  withOrigin: boolean,
  { stdout, paint, columns }: CommandOutput,
): Promise<void> {
  const rows = records.map(({ key, value, origin, files }) => [
    key,
    JSON.stringify(value),
    ...(withOrigin ? [files.length === 0 ? origin : files.join(", ")] : []),
  ]);
  const keys = widest(
    "KEY",
    records.map(({ key }) => key),
  );
  const table = createTable(
    [
      { head: "KEY", width: keys },
      { head: "VALUE", width: "rest" },
      ...(withOrigin ? [{ head: "FROM", width: "rest", keep: "end" } as const] : []),
    ],
    { columns, paint },
  );
  const head = rows.length === 0 ? undefined : table.head();
  const lines = [...(head === undefined ? [] : [head]), ...rows.map((row) => table.row(row))];
  await stdout.text(lines.map((line) => `${line}\n`).join(""));
}
