import { existsSync } from "node:fs";
import { join } from "node:path";

import { CliError } from "../../src/outcome/errors.js";
import type { AppServer } from "../../src/protocol/app-server.js";
import type { SandboxMode } from "../../src/protocol/params.js";
import type { Runtime } from "../../src/context.js";
import { readCodexConfig } from "../../src/session/codex-config.js";
import { readLogin, refusedLogin } from "../../src/session/login.js";
import { drainNotifications } from "../../src/session/drain-notifications.js";
import { requireLogin, requireSandbox, TOO_OLD } from "../../src/session/preflight.js";
import { withSession } from "../../src/session/session.js";
import { accountRecord } from "../../src/translate/account-record.js";
import { connect } from "../../src/session/connect.js";
import { withDeadline } from "../../src/async/with-deadline.js";
import { accountSentence } from "../login/account-text.js";
import type { QueryOptions } from "../cli/server-options.js";
import { apiKeyIn, wantedBy } from "../../src/session/server-spec.js";
import type { CheckName, Finding, Limits, Row } from "./check.js";
import { check, failed, found, skipped } from "./check.js";

interface Ward {
  options: QueryOptions;
  runtime: Runtime;
  limits: Limits;
  workdir: string;
  home: string;
  /** What the command line or the config files of turnpipe say. */
  sandbox: SandboxMode | null;
  /** Undefined where there is none. */
  program: string | undefined;
  tell(row: Row): Promise<void>;
  note(text: string): void;
}

/** Everything that only a server can tell, asked of one; without one, that it could not be asked. */
export async function checkServer(ward: Ward): Promise<void> {
  const { tell, program, limits } = ward;
  if (program === undefined) {
    for (const name of ["server", ...ASKED] as const) {
      await tell(skipped(name, "there is no codex to start"));
    }
    return;
  }
  let ready = false;
  try {
    await withHandshake(ward, async (server, row) => {
      ready = true;
      await tell(row);
      await askAll(server, ward);
    });
  } catch (error) {
    if (limits.stop.aborted) throw limits.stop.reason;
    if (ready) throw error;
    await tell(failed("server", error));
    for (const name of ASKED) await tell(skipped(name, "the server did not start"));
  }
}

const ASKED = ["codex_config", "login", "sandbox"] as const satisfies readonly CheckName[];

/** Starts a server and lends it out, with how that went; only the start is under the deadline. */
async function withHandshake(
  { options, runtime, limits, note }: Ward,
  use: (server: AppServer, row: Row) => Promise<void>,
): Promise<void> {
  const begun = performance.now();
  const late = new CliError(
    "server_unreachable",
    `the codex app-server did not answer within ${String(limits.ms / 1000)} s`,
    { hint: "is this a codex? --timeout gives it more time" },
  );
  await withDeadline({ ...limits, late }, async (until) => {
    const transport = connect(options, runtime, { ...SILENT, note });
    const settings = { wanted: wantedBy(options), stop: until, notes: SILENT };
    await withSession(transport, settings, ({ server, codexVersion }) => {
      const ms = Math.round(performance.now() - begun);
      const summary = `codex ${codexVersion} started and answered after ${String(ms)} ms`;
      return use(
        server,
        found("server", { summary, details: { version: codexVersion, startup_ms: ms } }),
      );
    });
  });
}

/** What is worth a word is in the rows. */
const SILENT = { warn: () => undefined, note: () => undefined };

async function askAll(server: AppServer, ward: Ward): Promise<void> {
  const { limits, tell } = ward;
  const late = { late: "server_unreachable" } as const;
  let settings: CodexSettings = {};
  await tell(
    await check(
      "codex_config",
      limits,
      async () => {
        const read = await readCodexConfig(server, ward.workdir);
        settings = read.settings;
        return configFinding(join(ward.home, "config.toml"), read.warnings);
      },
      late,
    ),
  );
  // Not before: what it has warned of is still to be read.
  void drainNotifications(server, SILENT);
  const ask = async (name: CheckName, look: () => Promise<Finding>): Promise<void> =>
    tell(
      server.gone.aborted
        ? skipped(name, "the server is gone")
        : await check(name, limits, look, late),
    );
  await ask("login", () => checkLogin(server, ward.runtime));
  await ask("sandbox", () => checkSandbox(server, ward, settings));
}

type CodexSettings = Awaited<ReturnType<AppServer["readConfig"]>>;

/** The config file of codex, as far as the server does not refuse it. */
function configFinding(path: string, warnings: readonly string[]): Finding {
  const exists = existsSync(path);
  const details = { path, exists };
  if (warnings.length > 0) return { status: "warn", summary: warnings.join("; "), details };
  return { summary: exists ? `codex reads ${path}` : `there is no ${path}`, details };
}

/** The login as a turn would have it: with a key from the environment, if there is one. */
async function checkLogin(server: AppServer, { env }: Runtime): Promise<Finding> {
  const key = apiKeyIn(env);
  if (key !== undefined) await server.logIn(key).catch(refusedLogin());
  const state = await readLogin(server);
  requireLogin(state);
  const environmentKey = key !== undefined;
  const { email, ...details } = accountRecord(state, { showEmail: false, environmentKey });
  const sentence = accountSentence({ ...details, email });
  return { summary: environmentKey ? `${sentence}; CODEX_API_KEY is set` : sentence, details };
}

/** A sandbox that is not to be used need not work; the server ends a try that hangs before we do. */
async function checkSandbox(
  server: AppServer,
  { sandbox, workdir, limits }: Ward,
  settings: CodexSettings,
): Promise<Finding> {
  const mode = sandbox ?? settings.sandbox_mode ?? null;
  const details = { mode };
  if (mode === "danger-full-access") {
    return {
      status: "skipped",
      summary: "danger-full-access: commands run in no sandbox",
      details,
    };
  }
  const place = { cwd: workdir, sandbox, roots: [], withinMs: Math.ceil(limits.ms / 2) };
  return (await requireSandbox(server, place))
    ? { summary: `commands run in the sandbox${mode === null ? "" : ` (${mode})`}`, details }
    : { status: "warn", summary: `it cannot be tried: ${TOO_OLD}`, hint: UPDATE, details };
}

const UPDATE = "update it with: npm i -g @openai/codex@latest";
