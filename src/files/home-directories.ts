import { homedir } from "node:os";
import { join, resolve } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** The user's home directory. */
export const userHome = (env: Environment): string => env["HOME"] || homedir();

/** The directory where codex keeps its config, its login and its threads. */
export const codexHome = ({ env, cwd }: { env: Environment; cwd: string }): string =>
  resolve(cwd, env["CODEX_HOME"] || join(userHome(env), ".codex"));
