import { existsSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** What to start for a codex that was found, and the environment to start it with. */
export interface CodexStart {
  file: string;
  env: Environment;
}

/**
 * What to start for a user's own use of codex: the native program, with the variables its npm launcher
 * would set, which `codex update` reads. Another package manager has its own rules for them, so there the
 * launcher is started, which takes a Node process more.
 */
export function codexStart(
  { program, native }: { program: string; native: string },
  env: Environment,
): CodexStart {
  if (program === native) return { file: native, env };
  const root = dirname(dirname(realpathSync(program)));
  if (!isInstalledByNpm(root, env)) return { file: program, env };
  const others = Object.entries(env).filter(([name]) => !MANAGERS.has(name));
  const own = { CODEX_MANAGED_PACKAGE_ROOT: root, CODEX_MANAGED_BY_NPM: "1" };
  return { file: native, env: { ...Object.fromEntries(others), ...own } };
}

const MANAGERS: ReadonlySet<string> = new Set(
  ["NPM", "BUN", "PNPM", "VITE_PLUS"].map((name) => `CODEX_MANAGED_BY_${name}`),
);

/** Whether nothing in the place of the package `@openai/codex` points to another package manager. */
function isInstalledByNpm(root: string, env: Environment): boolean {
  const modules = dirname(dirname(root));
  return (
    !OTHER_FOLDERS.some((name) => root.split(sep).includes(name)) &&
    !existsSync(join(modules, ".modules.yaml")) &&
    !/\bbun/.test(`${env["npm_config_user_agent"] ?? ""} ${env["npm_execpath"] ?? ""}`)
  );
}

/** Folders of pnpm, bun and Vite+. */
const OTHER_FOLDERS = [".pnpm", ".bun", "packages"];
