import { withDeadline } from "../../src/async/with-deadline.js";
import type { RunContext } from "../../src/context.js";
import { CliError } from "../../src/outcome/errors.js";
import { rejectionIn } from "../../src/session/rejection.js";
import type { ServerOptions } from "../../src/session/server-spec.js";
import { codexProgram } from "../../src/session/server-spec.js";
import { CodexError } from "./codex-error.js";

/**
 * Replaces an error about the command line by the one that codex itself prints: it is started with the same
 * arguments and a home that cannot exist, where it gets no further than reading them.
 */
export async function usageInCodexWords(
  error: unknown,
  codex: string | undefined,
  runContext: RunContext,
): Promise<unknown> {
  if (!(error instanceof CliError) || error.kind !== "usage") return error;
  const args = runContext.argv.filter((word) => word !== "--turnpipe-events");
  const home = { HOME: NO_HOME, CODEX_HOME: NO_HOME };
  const words = await codexWords({ codex, args, env: home }, runContext);
  return words === "" || words.includes(NO_HOME) ? error : new CodexError(error.kind, words);
}

/**
 * Replaces an error about codex's settings by the one that codex exec prints: it is started with the same
 * settings and no prompt, where it gets no further than loading them.
 */
export async function settingsInCodexWords(
  error: unknown,
  { codex, codexHome, config, enable, disable, strictConfig, cd }: ServerOptions,
  runContext: RunContext,
): Promise<unknown> {
  if (!(error instanceof CliError) || error.kind !== "config") return error;
  const [, rejected] = LOADING.exec(rejectionIn(error)?.message ?? "") ?? [];
  const args = [
    "exec",
    ...config.flatMap((override) => ["-c", override]),
    ...enable.flatMap((feature) => ["--enable", feature]),
    ...disable.flatMap((feature) => ["--disable", feature]),
    ...(strictConfig === true ? ["--strict-config"] : []),
    ...(cd === undefined ? [] : ["-C", cd]),
    "-",
  ];
  // The home of the server: with --ignore-user-config it has no config.toml.
  const env: Record<string, string> = codexHome === undefined ? {} : { CODEX_HOME: codexHome };
  const words = await codexWords({ codex, args, env }, runContext);
  if (words !== "" && !words.includes(NO_PROMPT)) return new CodexError(error.kind, words);
  return rejected === undefined ? error : new CodexError(error.kind, `Error: ${rejected}`);
}

/** How the server begins to say that settings are wrong; codex exec loads them before it has a server. */
const LOADING = /^failed to load configuration: ([^]*)/;
const NO_PROMPT = "No prompt provided";
/** Nothing can be created below a device. */
const NO_HOME = "/dev/null/none";
const TIMEOUT_MS = 5_000;

/** What codex prints on stderr, but for the warning about its home; empty if it cannot be asked. */
async function codexWords(
  command: { codex: string | undefined; args: string[]; env: Record<string, string> },
  { cwd, env, launcher, stop }: RunContext,
): Promise<string> {
  const late = new Error("codex did not exit in time");
  try {
    const spec = {
      file: codexProgram(command, { env, cwd }).native,
      args: command.args,
      cwd,
      env: { ...env, ...command.env, RUST_BACKTRACE: "0" },
      initialInput: "",
    };
    const { stderrTail } = await withDeadline(
      { stop: stop.signal, ms: TIMEOUT_MS, late },
      (signal) => launcher.run(spec, signal),
    );
    return stderrTail.replace(/^WARNING: .*\n?/, "");
  } catch {
    return "";
  }
}
