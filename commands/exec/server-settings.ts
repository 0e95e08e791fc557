import type { RunContext } from "../../src/context.js";
import { CodexError } from "./codex-error.js";
import type { IgnoringServer } from "./ignore-flags.js";
import type { LocalProvider } from "./local-provider.js";
import type { ExecOptions } from "./options.js";

/** Where a run takes its settings from. */
interface Place {
  codexHome: string;
  workdir: string;
}

/** The server's options, and the model and provider of its thread. */
export interface ServerSettings extends IgnoringServer {
  provider: LocalProvider;
}

/** Reads what the flags about config files, profiles and local providers amount to; loads code for those given. */
export async function serverSettings(
  options: ExecOptions,
  place: Place,
  runContext: Pick<RunContext, "env">,
): Promise<ServerSettings> {
  const server = await serverOf(options, place, runContext);
  const config = [...server.config, ...(await configOf(options, place))];
  return { ...server, config, provider: await providerOf(options, config, place, runContext) };
}

async function serverOf(
  options: ExecOptions,
  place: Place,
  { env }: Pick<RunContext, "env">,
): Promise<IgnoringServer> {
  if (!options.ignoreUserConfig && !options.ignoreRules) return { cd: undefined, config: [] };
  const { ignoringServer } = await import("./ignore-flags.js");
  return ignoringServer(options, { ...place, env });
}

/** The overrides of the command line, and of its profile. */
async function configOf(
  { profile, ignoreUserConfig, config }: ExecOptions,
  { codexHome }: Place,
): Promise<readonly string[]> {
  if (profile === undefined || ignoreUserConfig) return config;
  const { profileOverrides } = await import("./profile.js");
  // codex runs without it and does not say so.
  return profileOverrides(codexHome, profile, config) ?? config;
}

async function providerOf(
  { localProvider: named, model, ignoreUserConfig }: ExecOptions,
  config: readonly string[],
  { codexHome }: Place,
  { env }: Pick<RunContext, "env">,
): Promise<LocalProvider> {
  if (named === undefined) return { model: model ?? null, modelProvider: null };
  const [{ localProvider }, { textSetting }] = await Promise.all([
    import("./local-provider.js"),
    import("./profile.js"),
  ]);
  const name = named ?? textSetting("oss_provider", { ignoreUserConfig, config }, codexHome);
  if (name === undefined) throw new CodexError("usage", NO_PROVIDER);
  const provider = localProvider(name, env);
  return { ...provider, model: model ?? provider.model };
}

const NO_PROVIDER =
  "Error: No default OSS provider configured. Use --local-provider=provider or set oss_provider " +
  "to one of: lmstudio, ollama in config.toml";
