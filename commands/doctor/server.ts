import { existsSync } from "node:fs";
import { join } from "node:path";

import { CliError } from "../../src/outcome/errors.js";
import type { AppServer } from "../../src/protocol/app-server.js";
import type { SandboxMode } from "../../src/protocol/params.js";
import type { RunContext } from "../../src/context.js";
import { readCodexConfig } from "../../src/session/codex-config.js";
import { readLogin, throwLoginError } from "../../src/session/login.js";
import { drainNotifications } from "../../src/session/drain-notifications.js";
import { requireLogin, requireSandbox, TOO_OLD } from "../../src/session/preflight.js";
import { withSession } from "../../src/session/session.js";
import { accountRecord } from "../../src/translate/account-record.js";
import { connect } from "../../src/session/connect.js";
import { withDeadline } from "../../src/async/with-deadline.js";
import { accountSentence } from "../login/account-text.js";
import type { QueryOptions } from "../cli/server-options.js";
import { apiKeyIn, wantedBy } from "../../src/session/server-spec.js";
import type { CheckName, CheckResult, CheckLimits, CheckRow } from "./check.js";
import { check, failed, found, skipped } from "./check.js";

interface ServerCheckContext {
  options: QueryOptions;
  runContext: RunContext;
  limits: CheckLimits;
  workdir: string;
  home: string;
  /** From the command line or turnpipe's config files. */
  sandbox: SandboxMode | null;
  /** Undefined if no codex was found. */
  program: string | undefined;
  report(row: CheckRow): Promise<void>;
  note(text: string): void;
}

/** Runs the checks that need a server; without one, they are reported as skipped. */
export async function checkServer(context: ServerCheckContext): Promise<void> {
  const { report, program, limits, options } = context;
  const { connect: running } = options;
  if (program === undefined && running === undefined) {
    for (const name of ["server", ...SERVER_CHECKS] as const) {
      await report(skipped(name, "there is no codex to start"));
    }
    return;
  }
  let ready = false;
  try {
    await withHandshake(context, async (server, row) => {
      ready = true;
      await report(row);
      await runChecks(server, context);
    });
  } catch (error) {
    if (limits.stop.aborted) throw limits.stop.reason;
    if (ready) throw error;
    await report(failed("server", error));
    const why = running === undefined ? "the server did not start" : "there is no connection";
    for (const name of SERVER_CHECKS) await report(skipped(name, why));
  }
}

const SERVER_CHECKS = ["codex_config", "login", "sandbox"] as const satisfies readonly CheckName[];

/** Starts a server and passes it to `use` with a row about the start, which alone has a deadline. */
async function withHandshake(
  { options, runContext, limits, note }: ServerCheckContext,
  use: (server: AppServer, row: CheckRow) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const late = new CliError(
    "server_unreachable",
    `the codex app-server did not answer within ${String(limits.ms / 1000)} s`,
    { hint: "is this a codex? --timeout gives it more time" },
  );
  await withDeadline({ ...limits, late }, async (until) => {
    const transport = await connect(options, runContext, { ...SILENT, note });
    const connected = options.connect !== undefined;
    const settings = { wanted: wantedBy(options), stop: until, notes: SILENT, connected };
    await withSession(transport, settings, ({ server, codexVersion }) => {
      const ms = Math.round(performance.now() - startedAt);
      const what = connected ? `at ${options.connect?.address ?? ""}` : "started and";
      const summary = `codex ${codexVersion} ${what} answered after ${String(ms)} ms`;
      return use(
        server,
        found("server", { summary, details: { version: codexVersion, startup_ms: ms } }),
      );
    });
  });
}

/** The rows say everything; notices are not printed. */
const SILENT = { warn: () => undefined, note: () => undefined };

async function runChecks(server: AppServer, context: ServerCheckContext): Promise<void> {
  const { limits, report } = context;
  const connected = context.options.connect !== undefined;
  const late = { late: "server_unreachable" } as const;
  let settings: CodexSettings = {};
  await report(
    await check(
      "codex_config",
      limits,
      async () => {
        const read = await readCodexConfig(server, context.workdir);
        settings = read.settings;
        return connected
          ? connectedConfigFinding(read.warnings)
          : codexConfigFinding(join(context.home, "config.toml"), read.warnings);
      },
      late,
    ),
  );
  // Only now: readCodexConfig reads the server's warnings from the notifications.
  void drainNotifications(server, SILENT, { answers: !connected });
  const checkOne = async (name: CheckName, run: () => Promise<CheckResult>): Promise<void> =>
    report(
      server.gone.aborted
        ? skipped(name, "the server is gone")
        : await check(name, limits, run, late),
    );
  const key = connected ? undefined : apiKeyIn(context.runContext.env);
  await checkOne("login", () => checkLogin(server, key));
  await checkOne("sandbox", () => checkSandbox(server, context, settings));
}

type CodexSettings = Awaited<ReturnType<AppServer["readConfig"]>>;

/** Describes codex's own config file and the server's warnings about it. */
function codexConfigFinding(path: string, warnings: readonly string[]): CheckResult {
  const exists = existsSync(path);
  const details = { path, exists };
  if (warnings.length > 0) return { status: "warn", summary: warnings.join("; "), details };
  return { summary: exists ? `codex reads ${path}` : `there is no ${path}`, details };
}

/** Checks the login a turn would use: a key from the environment, if there is one. */
async function checkLogin(server: AppServer, key: string | undefined): Promise<CheckResult> {
  if (key !== undefined) await server.logIn(key).catch(throwLoginError());
  const state = await readLogin(server);
  requireLogin(state);
  const environmentKey = key !== undefined;
  const { email, ...details } = accountRecord(state, { showEmail: false, environmentKey });
  const sentence = accountSentence({ ...details, email });
  return { summary: environmentKey ? `${sentence}; CODEX_API_KEY is set` : sentence, details };
}

const connectedConfigFinding = (warnings: readonly string[]): CheckResult =>
  warnings.length > 0
    ? { status: "warn", summary: warnings.join("; ") }
    : { summary: "the server's settings can be read" };

/** Tries the sandbox, unless it is not used. The server's own time limit is shorter than ours. */
async function checkSandbox(
  server: AppServer,
  { sandbox, workdir, limits }: ServerCheckContext,
  settings: CodexSettings,
): Promise<CheckResult> {
  const mode = sandbox ?? settings.sandbox_mode ?? null;
  const details = { mode };
  if (mode === "danger-full-access") {
    return {
      status: "skipped",
      summary: "danger-full-access: commands run in no sandbox",
      details,
    };
  }
  const attempt = { cwd: workdir, sandbox, roots: [], withinMs: Math.ceil(limits.ms / 2) };
  return (await requireSandbox(server, attempt))
    ? { summary: `commands run in the sandbox${mode === null ? "" : ` (${mode})`}`, details }
    : { status: "warn", summary: `cannot be checked: ${TOO_OLD}`, hint: UPDATE, details };
}

const UPDATE = "update it with: npm i -g @openai/codex@latest";
