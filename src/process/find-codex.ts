import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";

import { CliError } from "../outcome/errors.js";

interface FindCodexOptions {
  /** From `--codex`, `TURNPIPE_CODEX` or the user's config; if set, nothing else is tried. */
  named: string | undefined;
  path: string | undefined;
  cwd: string;
}

/** Finds the native codex executable: the named one, else on PATH, else the installed package. */
export const findCodex = (options: FindCodexOptions): string => locateCodex(options).native;

/** Finds codex; `program` is what was found, `native` the executable behind an npm launcher script. */
export function locateCodex({ named, path, cwd }: FindCodexOptions): {
  program: string;
  native: string;
} {
  if (named !== undefined) {
    const program = namedProgram(named, path, cwd);
    if (program === undefined) throw missing(`no executable codex at ${named}`);
    return { program, native: nativeProgram(program) };
  }
  const program = findOnPath("codex", path, cwd) ?? packagedCodex(import.meta.url);
  if (program === undefined) throw missing("no codex found on PATH or installed next to turnpipe");
  return { program, native: nativeProgram(program) };
}

const missing = (message: string): CliError =>
  new CliError("server_missing", message, {
    hint: "install it with: npm i -g @openai/codex (or point --codex or TURNPIPE_CODEX at it)",
  });

/** Looks a bare name up on PATH; anything with a slash is a path relative to `cwd`. */
function namedProgram(named: string, path: string | undefined, cwd: string): string | undefined {
  if (!named.includes("/") && !named.includes("\\")) return findOnPath(named, path, cwd);
  const full = resolve(cwd, named);
  return isExecutable(full) ? full : undefined;
}

function findOnPath(name: string, path: string | undefined, cwd: string): string | undefined {
  const names = platform() === "win32" ? [`${name}.exe`, name] : [name];
  for (const folder of (path ?? "").split(delimiter)) {
    if (folder === "") continue;
    for (const candidate of names) {
      const full = join(isAbsolute(folder) ? folder : resolve(cwd, folder), candidate);
      if (isExecutable(full)) return full;
    }
  }
  return undefined;
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

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
