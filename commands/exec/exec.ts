import { join, resolve } from "node:path";

import { CliError } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { ownStdout } from "../../src/output/stdout.js";
import type { RunContext } from "../../src/context.js";
import { codexHome } from "../../src/files/home-directories.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import { VERSION } from "../../src/version.js";
import { userCodex } from "../cli/user-codex.js";
import { runPreparedTurn } from "../turn/execute-turn.js";
import { CODEX } from "./grammar.js";
import { requireNothingToIgnore } from "./ignore-flags.js";
import { assignedValue } from "./assignment.js";
import type { LocalProvider } from "./local-provider.js";
import type { ExecOptions } from "./options.js";
import { execOptions } from "./options.js";
import { prepareExec } from "./prepare.js";
import { readExecPrompt } from "./prompt.js";
import { parseExecArguments } from "./parse-arguments.js";

/** `turnpipe exec`: takes the command line of codex exec and runs it on turnpipe. */
export async function exec(argv: readonly string[], runContext: RunContext): Promise<number> {
  const parsed = parseExecArguments(argv, CODEX);
  if (parsed.requested !== undefined) {
    const { execHelp } = await import("./help.js");
    const text = parsed.requested === "help" ? execHelp(parsed.path) : `turnpipe-exec ${VERSION}\n`;
    await ownStdout(runContext).text(text);
    return exitCodeOf("completed");
  }
  const options = execOptions(parsed);
  const home = codexHome(runContext);
  requireNothingToIgnore(options, {
    codexHome: home,
    workdir: resolve(runContext.cwd, options.cd ?? "."),
  });
  const profile = await profileOf(options, home, runContext);
  const config = [...profile, ...options.config];
  const provider = await providerOf(options, { config, codexHome: home }, runContext);
  const prompt = await promptOf(options, runContext);
  const prepared = await prepareExec(options, runContext, { prompt, provider });
  // As in codex exec, the server runs in the caller's directory; the thread names its own.
  return runPreparedTurn(
    {
      ...options,
      ...FIXED_OPTIONS,
      cd: undefined,
      unmarked: true,
      config,
      codex: await userCodex(runContext),
    },
    prepared,
    runContext,
  );
}

/**
 * Reads the prompt to its end before anything is rejected, as codex does: the SDK always writes a
 * prompt, and fails if the reader is gone. The server is already starting.
 */
async function promptOf({ task }: ExecOptions, runContext: RunContext): Promise<string> {
  if (!("prompt" in task) || task.prompt === undefined) return "";
  const notice = (text: string): void => void runContext.stderr.write(`${diagnostic(text)}\n`);
  return readExecPrompt(task.prompt, { ...runContext, stop: runContext.stop.signal, notice });
}

/** Options that codex exec has no flags for. */
const FIXED_OPTIONS = { level: "normal", include: [], failOn: [], diffFile: undefined } as const;

async function profileOf(
  { profile }: ExecOptions,
  codexHome: string,
  { stderr }: RunContext,
): Promise<string[]> {
  if (profile === undefined) return [];
  const { profileOverrides } = await import("./profile.js");
  const overrides = profileOverrides(codexHome, profile);
  // codex runs without it and does not say so.
  if (overrides === undefined) {
    const text = `--profile ${profile}: no such profile in ${codexHome}`;
    stderr.write(`warning: ${diagnostic(text)}\n`);
  }
  return overrides ?? [];
}

async function providerOf(
  { localProvider: named, model }: ExecOptions,
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
    topSetting(join(codexHome, "config.toml"), "oss_provider");
  if (name === undefined) {
    throw new CliError("usage", "--oss: no local provider given", {
      hint: "add --local-provider ollama (or lmstudio), or set oss_provider in codex's config.toml",
    });
  }
  const provider = localProvider(name, env);
  return { ...provider, model: model ?? provider.model };
}
