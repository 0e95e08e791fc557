import { Writable } from "node:stream";

import { CliError } from "../../src/outcome/errors.js";
import { parseDuration } from "../../src/text/duration.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { workingDirectory } from "../../src/input/files.js";
import type { SandboxMode } from "../../src/protocol/params.js";
import type { Runtime } from "../../src/context.js";
import type { Command } from "../registry.js";
import type { Flag } from "../cli/flags/flag.js";
import { TURN_FLAGS } from "../cli/flags/turn.js";
import { afterOutput } from "../cli/output-errors.js";
import type { ParsedArguments } from "../cli/parse.js";
import { QUERY_FLAGS, queryOptionsFrom, checkQueryFlags } from "../cli/server-options.js";
import type { Settings } from "../cli/settings.js";
import { everySetting } from "../cli/settings.js";
import { openOutput } from "../cli/with-server.js";
import type { Row } from "./check.js";
import { check } from "./check.js";
import { checkClock } from "./clock.js";
import { findProgram } from "./codex.js";
import { configFinding } from "./config-files.js";
import { codexHome } from "../../src/files/home-directories.js";
import { checkHome } from "./home.js";
import { headline, printRow } from "./print.js";
import { checkGit, checkHook } from "./repository.js";
import { checkServer } from "./server.js";

const DOCTOR_FLAGS = {
  timeout: {
    type: "string",
    requiresArg: true,
    group: "Which:",
    describe: "how long each check may take (10s)",
  },
  cd: { ...TURN_FLAGS.cd, group: "Which:", describe: "as in this directory" },
  sandbox: { ...TURN_FLAGS.sandbox, group: "Which:", describe: "the sandbox to try" },
  ...QUERY_FLAGS,
} as const satisfies Record<string, Flag>;

/** `turnpipe doctor`: what a turn needs, looked at one by one without spending a token. */
export const DOCTOR: Command = {
  flags: DOCTOR_FLAGS,
  explanation: {
    usage:
      "$0 doctor [flags]\n\n" +
      "Look at what a turn needs here: config files, codex, its home, its server, the login, the\n" +
      "sandbox, git and the push hook. No model is asked. The exit status is 0 when nothing failed,\n" +
      "else that of the first failure: 2 config, 4 login, 5 codex, 9 sandbox, 1 the rest. On a\n" +
      "terminal a list; elsewhere lines separated by tabs: status, check, what was found, what to do.",
    examples: [
      ["$0 doctor", "what works here, and what to do about the rest"],
      ["$0 doctor --json | jq -c 'select(.status != \"ok\")'", "in a script"],
    ],
  },
  execute: doctor,
};

async function doctor(argv: ParsedArguments, runtime: Runtime): Promise<number> {
  checkQueryFlags(argv, DOCTOR_FLAGS, runtime);
  const [, unexpected] = argv._.map(String);
  if (unexpected !== undefined) {
    throw new CliError("usage", `doctor: what is ${JSON.stringify(unexpected)}?`, {
      hint: "see: turnpipe doctor --help",
    });
  }
  const stop = runtime.stop.signal;
  const limits = { stop, ms: parseDuration("--timeout", (argv["timeout"] as string) ?? "10s") };
  const workdir = workingDirectory(argv["cd"] as string | undefined, runtime.cwd);
  const { known, row: config } = await checkConfig(argv, runtime, limits);
  const options = queryOptionsFrom(known.settings, argv);
  const output = openOutput(options, runtime);
  const rows: Row[] = [];
  const tell = async (row: Row): Promise<void> => {
    rows.push(row);
    await printRow(row.record, output, options.json);
  };
  await tell(config);
  const program = await findProgram(options, runtime, limits);
  await tell(program.row);
  const home = codexHome(runtime);
  const isNamed = (runtime.env["CODEX_HOME"] ?? "") !== "";
  await tell(
    await check("codex_home", limits, () => checkHome(home, isNamed), { details: { path: home } }),
  );
  const sandbox = (argv["sandbox"] as SandboxMode | undefined) ?? known.settings.sandbox ?? null;
  const { note } = output.notes;
  const ward = { options, runtime, limits, workdir, home, sandbox, tell, note };
  await checkServer({ ...ward, program: program.native });
  const skipsRepository = known.settings.skip_git_repo_check === true;
  const place = { workdir, env: runtime.env, ms: limits.ms };
  await tell(await check("git", limits, () => checkGit(place, skipsRepository)));
  await tell(await check("hook", limits, () => checkHook(place)));
  await tell(await check("clock", limits, () => checkClock(runtime.tmpdir)));
  if (!options.json) output.say(headline(rows.map(({ record }) => record)));
  const cause = rows.find((row) => row.cause !== undefined)?.cause ?? "completed";
  return afterOutput(exitCodeOf(cause), runtime);
}

const NOTHING: Settings = { settings: {}, user: undefined, project: undefined, ignored: [] };

/** The config files first, because they choose codex; what is wrong with them is a row, not the end. */
async function checkConfig(
  argv: ParsedArguments,
  runtime: Runtime,
  limits: { ms: number; stop: AbortSignal },
): Promise<{ known: Settings; row: Row }> {
  let known = NOTHING;
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
    known = await everySetting(argv, { ...runtime, stderr });
    return configFinding(known, warnings);
  });
  return { known, row };
}
