import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";

import { CliError } from "../outcome/errors.js";

interface Places {
  /** `--codex`, `TURNPIPE_CODEX` or the user's config: taken as said, or refused. */
  named: string | undefined;
  path: string | undefined;
  cwd: string;
}

/** The native codex executable to start: what was named, else PATH, else the installed package. */
export const findCodex = (places: Places): string => locateCodex(places).native;

/** The same, and the program that was found at first. */
export function locateCodex({ named, path, cwd }: Places): { program: string; native: string } {
  if (named !== undefined) {
    const program = namedProgram(named, path, cwd);
    if (program === undefined) throw missing(`no executable codex at ${named}`);
    return { program, native: nativeOf(program) };
  }
  const program = onPath("codex", path, cwd) ?? packagedCodex(import.meta.url);
  if (program === undefined) throw missing("no codex found on PATH or beside turnpipe");
  return { program, native: nativeOf(program) };
}

const missing = (message: string): CliError =>
  new CliError("server_missing", message, {
    hint: "install it with: npm i -g @openai/codex (or point --codex or TURNPIPE_CODEX at it)",
  });

/** A bare name is looked up on PATH; anything with a slash is a path from here. */
function namedProgram(named: string, path: string | undefined, cwd: string): string | undefined {
  if (!named.includes("/") && !named.includes("\\")) return onPath(named, path, cwd);
  const full = resolve(cwd, named);
  return isExecutable(full) ? full : undefined;
}

function onPath(name: string, path: string | undefined, cwd: string): string | undefined {
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
 * The npm `codex` is a Node script around the native program: starting that script costs a second
 * process, and killing it leaves the native one alive.
 */
function nativeOf(program: string): string {
  const real = realpathSync(program);
  return real.endsWith(join("@openai", "codex", "bin", "codex.js"))
    ? (packagedCodex(real) ?? program)
    : program;
}

/** The native program inside `@openai/codex-<platform>`, as seen from a file. */
function packagedCodex(from: string): string | undefined {
  const triple = TRIPLES[`${platform()}-${arch()}`];
  if (triple === undefined) return undefined;
  const manifest = resolvable(from, `@openai/codex-${platform()}-${arch()}/package.json`);
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

function resolvable(from: string, request: string): string | undefined {
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
