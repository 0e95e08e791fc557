import { resolve } from "node:path";

import { helloLine } from "../protocol/greeting.js";
import type { Wanted } from "../protocol/subscriptions.js";
import { locateCodex } from "../process/find-codex.js";
import type { LaunchSpec } from "../process/launcher.js";

export type ServerSpec = LaunchSpec;

/** What decides which server is started, and how. */
export interface ServerOptions {
  codex: string | undefined;
  config: readonly string[];
  enable: readonly string[];
  disable: readonly string[];
  include: readonly string[];
  diffFile: string | undefined;
  /** Whether what the agent says is wanted while it says it: it may be cut short. */
  words?: boolean | undefined;
  /** Where the server is to run, if not where we do. */
  cd?: string | undefined;
  /** Whether commands are to see the variables that they see under codex, and no more. */
  unmarked?: boolean | undefined;
  strictConfig?: boolean | undefined;
  /** The login that is stored counts, not a key from the environment. */
  storedLogin?: boolean | undefined;
}

interface World {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
}

/** The server process for a choice. The early start and the real one both come from here. */
export function serverSpec(options: ServerOptions, { env, cwd }: World): LaunchSpec {
  const { config, enable, disable } = options;
  return {
    file: codexProgram(options, { env, cwd }).native,
    args: [
      "app-server",
      ...config.flatMap((override) => ["-c", override]),
      // Behind the user's own: a key from the environment is never to be stored.
      ...(options.storedLogin === true || apiKeyIn(env) === undefined
        ? []
        : ["-c", 'cli_auth_credentials_store="ephemeral"']),
      ...enable.flatMap((feature) => ["--enable", feature]),
      ...disable.flatMap((feature) => ["--disable", feature]),
      ...(options.strictConfig === true ? ["--strict-config"] : []),
    ],
    cwd: resolve(cwd, options.cd ?? "."),
    env,
    greeting: helloLine(wantedBy(options)),
    ...(options.unmarked === true ? { unmarked: true } : {}),
  };
}

/** The codex that is found first, and the native program that is started for it. */
export const codexProgram = (
  { codex }: Pick<ServerOptions, "codex">,
  { env, cwd }: World,
): { program: string; native: string } =>
  locateCodex({ named: codex ?? (env["TURNPIPE_CODEX"] || undefined), path: env["PATH"], cwd });

/** The key codex exec takes from the environment; the server itself does not look for it. */
export function apiKeyIn(env: World["env"]): string | undefined {
  const key = env["CODEX_API_KEY"]?.trim() ?? "";
  return key === "" ? undefined : key;
}

/** The news a choice of flags needs. */
export const wantedBy = ({
  include,
  diffFile,
  words = false,
}: Pick<ServerOptions, "include" | "diffFile" | "words">): Wanted => ({
  words,
  deltas: include.includes("deltas"),
  diff: include.includes("diff") || diffFile !== undefined,
  mcp: include.includes("mcp"),
  raw: include.includes("raw"),
});
