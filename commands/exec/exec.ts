import { join, resolve } from "node:path";

import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { ownStdout } from "../../src/output/stdout.js";
import type { RunContext } from "../../src/context.js";
import { codexHome } from "../../src/files/home-directories.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import { VERSION } from "../../src/version.js";
import { userCodex } from "../cli/user-codex.js";
import type { TurnObserver } from "../../src/turn/observer.js";
import type { OpenEventSink } from "../turn/event-sink.js";
import { openEventSink } from "../turn/event-sink.js";
import { runPreparedTurn } from "../turn/execute-turn.js";
import { execDirectory } from "./check-input.js";
import { CodexError, isCodexError } from "./codex-error.js";
import { CODEX } from "./grammar.js";
import type { IgnoringServer } from "./ignore-flags.js";
import { assignedValue } from "./assignment.js";
import type { LocalProvider } from "./local-provider.js";
import type { ExecOptions } from "./options.js";
import { execOptions } from "./options.js";
import { prepareExec } from "./prepare.js";
import { readExecPrompt } from "./prompt.js";
import { PromptNotice } from "./prompt-notice.js";
import { parseExecArguments } from "./parse-arguments.js";

/** `turnpipe exec`: takes the command line of codex exec and runs it on turnpipe. */
export async function exec(argv: readonly string[], runContext: RunContext): Promise<number> {
  try {
    return await runExec(argv, runContext);
  } catch (error) {
    const { reportExecError } = await import("./report-error.js");
    return reportExecError(error, runContext);
  }
}

async function runExec(argv: readonly string[], runContext: RunContext): Promise<number> {
  const parsed = await understood(() => parseExecArguments(argv, CODEX), runContext);
  if (parsed.requested !== undefined) {
    const { execHelp } = await import("./help.js");
    const text = parsed.requested === "help" ? execHelp(parsed.path) : `turnpipe-exec ${VERSION}\n`;
    await ownStdout(runContext).text(text);
    return exitCodeOf("completed");
  }
  const options = await understood(() => execOptions(parsed), runContext);
  options.fullEvents ||= runContext.env["TURNPIPE_EVENTS"] === "full";
  const home = codexHome(runContext);
  const workdir = resolve(runContext.cwd, options.cd ?? ".");
  const { publish, ...server } = await serverOf(options, { codexHome: home, workdir }, runContext);
  const config = [...server.config, ...(await configOf(options, home, runContext))];
  const provider = await providerOf(options, { config, codexHome: home }, runContext);
  const notice = new PromptNotice(runContext.stderr);
  const prompt = await promptOf(options, runContext, notice);
  // codex rejects a directory before it reads the prompt.
  execDirectory(options, runContext.cwd);
  const prepared = await prepareExec(options, runContext, { prompt, provider }).catch(
    (error: unknown) => {
      notice.print();
      throw error;
    },
  );
  const openSink = await eventSinkOf(options, prompt, notice);
  let isPublished = false;
  // Afterwards a client may delete CODEX_HOME.
  const onServerExit = (): void => {
    isPublished = true;
    publish?.();
  };
  // As in codex exec, the server runs in the caller's directory; the thread names its own.
  const turnOptions = {
    ...options,
    ...FIXED_OPTIONS,
    ...server,
    // codex prints diffs for people.
    include: options.json ? [] : ["diff" as const],
    unmarked: true,
    config,
    codex: await userCodex(runContext),
  };
  try {
    return await runPreparedTurn(turnOptions, { ...prepared, openSink, onServerExit }, runContext);
  } catch (error) {
    const { settingsInCodexWords } = await import("./codex-words.js");
    const asked = { ...turnOptions, cd: options.cd };
    const explained = await settingsInCodexWords(error, asked, runContext);
    // What codex has words for is found out before it reads the prompt.
    if (!isCodexError(explained)) notice.print();
    throw explained;
  } finally {
    // A run that ended in another way.
    if (!isPublished) publish?.();
  }
}

/** Reads the command line; a mistake in it is reported as codex reports it. */
async function understood<T>(read: () => T, runContext: RunContext): Promise<T> {
  try {
    return read();
  } catch (error) {
    const { usageInCodexWords } = await import("./codex-words.js");
    throw await usageInCodexWords(error, await userCodex(runContext), runContext);
  }
}

/** Prepares the sink: codex's words, and with `fullEvents` the events of `run`. Loads what it needs. */
async function eventSinkOf(
  options: ExecOptions,
  prompt: string,
  notice: PromptNotice,
): Promise<OpenEventSink> {
  const open = !options.json
    ? (await import("./human-sink.js")).codexProgressSink(options, prompt)
    : options.fullEvents
      ? openEventSink
      : (await import("./event-sink.js")).codexLinesSink(options);
  return (...args) => {
    const sink = open(...args);
    const observer: TurnObserver = {
      threadOpened(...opened) {
        notice.print();
        sink.observer?.threadOpened(...opened);
      },
      notification: (notification) => sink.observer?.notification(notification),
    };
    return { ...sink, observer };
  };
}

/** Loads what ignores files on demand: few runs need it. */
async function serverOf(
  options: ExecOptions,
  place: { codexHome: string; workdir: string },
  { env }: RunContext,
): Promise<IgnoringServer> {
  if (!options.ignoreUserConfig && !options.ignoreRules) return { cd: undefined, config: [] };
  const { ignoringServer } = await import("./ignore-flags.js");
  return ignoringServer(options, { ...place, env });
}

/**
 * Reads the prompt to its end before anything is rejected, as codex does: the SDK always writes a
 * prompt, and fails if the reader is gone. The server is already starting.
 */
async function promptOf(
  { task }: ExecOptions,
  runContext: RunContext,
  notice: PromptNotice,
): Promise<string> {
  if (!("prompt" in task) || task.prompt === undefined) return "";
  const { stdin, stop } = runContext;
  try {
    return await readExecPrompt(task.prompt, { stdin, stop: stop.signal, notice });
  } catch (error) {
    notice.print();
    throw error;
  }
}

/** Options that codex exec has no flags for. */
const FIXED_OPTIONS = { level: "normal", failOn: [], diffFile: undefined } as const;

/** The overrides of the command line, and of its profile. */
async function configOf(
  { profile, ignoreUserConfig, config }: ExecOptions,
  codexHome: string,
  { stderr }: RunContext,
): Promise<readonly string[]> {
  if (profile === undefined || ignoreUserConfig) return config;
  const { profileOverrides } = await import("./profile.js");
  const overrides = profileOverrides(codexHome, profile, config);
  // codex runs without it and does not say so.
  if (overrides === undefined) {
    const text = `--profile ${profile}: no such profile in ${codexHome}`;
    stderr.write(`warning: ${diagnostic(text)}\n`);
  }
  return overrides ?? config;
}

async function providerOf(
  { localProvider: named, model, ignoreUserConfig }: ExecOptions,
  { config, codexHome }: { config: readonly string[]; codexHome: string },
  { env }: RunContext,
): Promise<LocalProvider> {
  if (named === undefined) return { model: model ?? null, modelProvider: null };
  const [{ localProvider }, { topSetting }] = await Promise.all([
    import("./local-provider.js"),
    import("./profile.js"),
  ]);
  const given = config.findLast((override) => /^\s*oss_provider\s*=/.test(override));
  const name =
    named ??
    (given === undefined ? undefined : assignedValue(given)) ??
    (ignoreUserConfig ? undefined : topSetting(join(codexHome, "config.toml"), "oss_provider"));
  if (name === undefined) {
    throw new CodexError("usage", NO_PROVIDER);
  }
  const provider = localProvider(name, env);
  return { ...provider, model: model ?? provider.model };
}

const NO_PROVIDER =
  "Error: No default OSS provider configured. Use --local-provider=provider or set oss_provider " +
  "to one of: lmstudio, ollama in config.toml";
