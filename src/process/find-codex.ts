import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";

import { CliError } from "../outcome/errors.js";
import { isTurnpipe } from "./program-name.js";

interface FindCodexOptions {
  /** From `--codex`, `TURNPIPE_CODEX` or the user's config; if set, nothing else is tried. */
  named: string | undefined;
  path: string | undefined;
  cwd: string;
  /** Programs that turned out to lead to turnpipe. */
  except?: readonly string[] | undefined;
}

/** Finds the native codex executable: the named one, else on PATH, else the installed package. */
export const findCodex = (options: FindCodexOptions): string => locateCodex(options).native;

/** Finds codex; `program` is what was found, `native` the executable behind an npm launcher script. */
export function locateCodex({ named, path, cwd, except = [] }: FindCodexOptions): {
  program: string;
  native: string;
} {
  const search = (name: string): string[] => findOnPath(name, path, cwd);
  const found = named === undefined ? search("codex") : namedPrograms(named, search, cwd);
  // A link called codex makes turnpipe a codex, but never its own.
  const others = found.filter((program) => !except.includes(program) && !isTurnpipe(program));
  const program = others[0] ?? (named === undefined ? packagedCodex(import.meta.url) : undefined);
  if (program === undefined) throw missing(named, found[0]);
  return { program, native: nativeProgram(program) };
}

/** The error when there is no codex; `own` is turnpipe itself, if that was found in its place. */
function missing(named: string | undefined, own: string | undefined): CliError {
  const where = "on PATH or installed next to turnpipe";
  const absent =
    named === undefined ? `no codex found ${where}` : `no executable codex at ${named}`;
  const message = own === undefined ? absent : `${absent}: ${own} is turnpipe itself`;
  return new CliError("server_missing", message, { hint: INSTALL_HINT });
}

const INSTALL_HINT =
  "install it with: npm i -g @openai/codex (or point --codex or TURNPIPE_CODEX at it)";

/** Looks a bare name up on PATH; anything with a slash is a path relative to `cwd`. */
function namedPrograms(named: string, search: (name: string) => string[], cwd: string): string[] {
  if (!named.includes("/") && !named.includes("\\")) return search(named);
  const full = resolve(cwd, named);
  return isExecutable(full) ? [full] : [];
}

/** Lists the executables of a name on PATH, in its order. */
export function findOnPath(name: string, path: string | undefined, cwd: string): string[] {
  const names = platform() === "win32" ? [`${name}.exe`, name] : [name];
  return (path ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => names.map((each) => join(resolve(cwd, folder), each)))
    .filter(isExecutable);
}

/**
 * Resolves the npm launcher script to the native program it runs: starting the script costs a second
 * process, and killing it leaves the native one alive.
 */
function nativeProgram(program: string): string {
  const real = realpathSync(program);
  return real.endsWith(join("@openai", "codex", "bin", "codex.js"))
    ? (packagedCodex(real) ?? program)
    : program;
}

/** The native program inside `@openai/codex-<platform>`, resolved from a file. */
function packagedCodex(from: string): string | undefined {
  const triple = TRIPLES[`${platform()}-${arch()}`];
  if (triple === undefined) return undefined;
  const manifest = tryResolve(from, `@openai/codex-${platform()}-${arch()}/package.json`);
  if (manifest === undefined) return undefined;
  const name = platform() === "win32" ? "codex.exe" : "codex";
  const native = join(dirname(manifest), "vendor", triple, "bin", name);
  return isExecutable(native) ? native : undefined;
}

const TRIPLES: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
  "win32-x64": "x86_64-pc-windows-msvc",
  "win32-arm64": "aarch64-pc-windows-msvc",
};

function tryResolve(from: string, request: string): string | undefined {
  try {
    return createRequire(from).resolve(request);
  } catch {
    return undefined;
  }
}

/** Whether a path is a file that may be executed. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
