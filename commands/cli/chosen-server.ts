import type { ConfigFile } from "../../config/schema.js";
import { CliError } from "../../src/outcome/errors.js";
import type { ServerOptions } from "../../src/session/server-spec.js";

/**
 * The codex to start, or the running server to use: that of a flag, else of the environment and the user's
 * config. A flag that says what to start wins over those two.
 */
export function chosenServer(
  argv: Readonly<Record<string, unknown>>,
  settings: Pick<ConfigFile, "codex" | "connect">,
): Pick<ServerOptions, "codex" | "connect"> {
  const flag = single("connect", argv["connect"]);
  const tokenFile = single("connect-token-file", argv["connect-token-file"]);
  const codex = single("codex", argv["codex"]) ?? settings.codex;
  const starting = ["codex", "demo"].find((name) => argv[name] !== undefined);
  if (flag !== undefined && starting !== undefined) {
    throw new CliError("usage", `--connect and --${starting} exclude each other`, {
      hint: `--${starting} starts a server of its own`,
    });
  }
  const address = flag ?? (starting === undefined ? settings.connect : undefined);
  if (address !== undefined) return { codex, connect: { address, tokenFile } };
  if (tokenFile === undefined) return { codex, connect: undefined };
  throw new CliError("usage", "--connect-token-file needs --connect ADDRESS");
}

function single(flag: string, value: unknown): string | undefined {
  if (Array.isArray(value)) throw new CliError("usage", `--${flag} was given more than once`);
  return value as string | undefined;
}
