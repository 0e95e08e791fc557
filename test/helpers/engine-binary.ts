import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The native codex of the installed npm package; tests on the real engine never skip. */
export function enginePath(): string {
  const found = candidates().find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    `no codex for ${process.platform}-${process.arch}: run \`npm ci\` with optional dependencies`,
  );
}

const TARGETS: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
  "win32-x64": "x86_64-pc-windows-msvc",
  "win32-arm64": "aarch64-pc-windows-msvc",
};

function candidates(): string[] {
  const system = `${process.platform}-${process.arch}`;
  const target = TARGETS[system];
  const file = process.platform === "win32" ? "codex.exe" : "codex";
  const root = packageRoot(`@openai/codex-${system}`);
  if (target === undefined || root === undefined) return [];
  return [join(root, "vendor", target, "bin", file)];
}

function packageRoot(name: string): string | undefined {
  // From inside the launcher package, as npm may nest its platform package there.
  const here = createRequire(import.meta.url);
  try {
    const launcher = createRequire(here.resolve("@openai/codex/package.json"));
    return dirname(launcher.resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}
