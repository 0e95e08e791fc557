import { Writable } from "node:stream";

import { parseDuration } from "../../src/text/duration.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { workingDirectory } from "../../src/input/files.js";
import type { SandboxMode } from "../../src/protocol/params.js";
import type { RunContext } from "../../src/context.js";
import type { Command } from "../registry.js";
import type { Flag } from "../cli/flags/flag.js";
import { TURN_FLAGS } from "../cli/flags/turn.js";
import { exitCodeAfterOutput } from "../cli/output-errors.js";
import type { ParsedArguments } from "../cli/parse.js";
import type { QueryOptions } from "../cli/server-options.js";
import { QUERY_FLAGS, queryOptionsFrom, requireOneLevel } from "../cli/server-options.js";
import type { Settings } from "../cli/settings.js";
import { loadSettings } from "../cli/settings.js";
import { unexpectedArgument } from "../cli/usage-errors.js";
import { openOutput } from "../cli/with-server.js";
import type { CheckRow } from "./check.js";
import { check, skipped } from "./check.js";
import { checkClock } from "./clock.js";
import { findProgram } from "./codex.js";
import { configFinding } from "./config-files.js";
import { codexHome } from "../../src/files/home-directories.js";
import { checkHome } from "./home.js";
import { headline, printRow } from "./print.js";
import { checkGit, checkHook } from "./repository.js";
import { checkServer } from "./server.js";
import { checkShim } from "./shim.js";

const DOCTOR_FLAGS = {
  timeout: {
    type: "string",
    value: "DURATION",
    group: "Which:",
    describe: "how long each check may take (10s)",
  },
  cd: { ...TURN_FLAGS.cd, group: "Which:", describe: "check for this directory" },
  sandbox: { ...TURN_FLAGS.sandbox, group: "Which:", describe: "the sandbox to try" },
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;

/** `turnpipe doctor`: checks everything a turn needs without spending a token. */
export const DOCTOR: Command = {
  name: "doctor",
  flags: DOCTOR_FLAGS,
  help: {
    usage: ["turnpipe doctor [flags]"],
    about:
      "Check what a turn needs here: config files, codex, its home, its server, the login, the " +
      "sandbox, git, the push hook and the shim. No model is used. The exit status is 0 if nothing " +
      "failed, else that of the first failure: 2 config, 4 login, 5 codex, 9 sandbox, 1 the rest. On " +
      "a terminal a list; elsewhere lines separated by tabs: status, check, summary, hint.",
    examples: [
      ["turnpipe doctor", "what works here, and how to fix the rest"],
      ["turnpipe doctor --json | jq -c 'select(.status != \"ok\")'", "in a script"],
    ],
  },
  execute: doctor,
};

async function doctor(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  requireOneLevel(argv);
  const [, unexpected] = argv._.map(String);
  if (unexpected !== undefined) throw unexpectedArgument("doctor", unexpected);
  const stop = runContext.stop.signal;
  const limits = { stop, ms: parseDuration("--timeout", (argv["timeout"] as string) ?? "10s") };
  const workdir = workingDirectory(argv["cd"] as string | undefined, runContext.cwd);
  const { settings, row: config } = await checkConfig(argv, runContext, limits);
  const options = queryOptionsFrom(settings.settings, argv);
  const output = openOutput(options, runContext);
  const rows: CheckRow[] = [];
  const report = async (row: CheckRow): Promise<void> => {
    rows.push(row);
    await printRow(row.record, output, options.json);
  };
  await report(config);
  const home = codexHome(runContext);
  const program = await reportProgram(options, { runContext, limits, home, report });
  const sandbox = (argv["sandbox"] as SandboxMode | undefined) ?? settings.settings.sandbox ?? null;
  const { note } = output.notes;
  const context = { options, runContext, limits, workdir, home, sandbox, report, note };
  await checkServer({ ...context, program });
  const skipsRepository = settings.settings.skip_git_repo_check === true;
  const repository = { workdir, env: runContext.env, ms: limits.ms };
  await report(await check("git", limits, () => checkGit(repository, skipsRepository)));
  await report(await check("hook", limits, () => checkHook(repository)));
  await report(await check("shim", limits, () => checkShim(runContext)));
  await report(await check("clock", limits, () => checkClock(runContext.tmpdir)));
  if (!options.json) output.say(headline(rows.map(({ record }) => record)));
  const cause = rows.find((row) => row.cause !== undefined)?.cause ?? "completed";
  return exitCodeAfterOutput(exitCodeOf(cause), runContext);
}

interface ProgramContext {
  runContext: RunContext;
  limits: { ms: number; stop: AbortSignal };
  home: string;
  report(row: CheckRow): Promise<void>;
}

/** Checks the codex that would be started and its home; a running server has its own. */
async function reportProgram(
  options: QueryOptions,
  { runContext, limits, home, report }: ProgramContext,
): Promise<string | undefined> {
  if (options.connect !== undefined) {
    const why = `the running server has its own: ${options.connect.address}`;
    for (const name of ["codex", "codex_home"] as const) await report(skipped(name, why));
    return undefined;
  }
  const program = await findProgram(options, runContext, limits);
  await report(program.row);
  const isSet = (runContext.env["CODEX_HOME"] ?? "") !== "";
  await report(
    await check("codex_home", limits, () => checkHome(home, isSet), { details: { path: home } }),
  );
  return program.native;
}

const NO_SETTINGS: Settings = { settings: {}, user: undefined, project: undefined, ignored: [] };

/** Reads the config files, which may choose codex. An error in them is a failed row, not the end. */
async function checkConfig(
  argv: ParsedArguments,
  runContext: RunContext,
  limits: { ms: number; stop: AbortSignal },
): Promise<{ settings: Settings; row: CheckRow }> {
  let settings = NO_SETTINGS;
  const warnings: string[] = [];
  const stderr = new Writable({
    write(chunk: Buffer, _, done) {
      warnings.push(
        chunk
          .toString()
          .trim()
          .replace(/^warning: /, ""),
      );
      done();
    },
  });
  const row = await check("config", limits, async () => {
    settings = await loadSettings(argv, { ...runContext, stderr });
    return configFinding(settings, warnings);
  });
  return { settings, row };
}
