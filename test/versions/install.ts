import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import { execa } from "execa";

const CACHE = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "turnpipe-versions");

/** Installs a release of codex into the cache, or finds it there; gives its launcher. */
export async function installCodex(version: string): Promise<string> {
  const folder = join(CACHE, version);
  const launcher = join(folder, "node_modules", "@openai", "codex", "bin", "codex.js");
  if (await exists(launcher)) return launcher;
  await mkdir(CACHE, { recursive: true });
  const fresh = await mkdtemp(join(CACHE, ".installing-"));
  try {
    const dependencies = { "@openai/codex": version };
    await writeFile(join(fresh, "package.json"), JSON.stringify({ private: true, dependencies }));
    await execa("npm", NPM_INSTALL, { cwd: fresh, timeout: INSTALL_MS });
    await rename(fresh, folder).catch((error: unknown) => {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return launcher;
}

/** The newest release and the newest alpha on the registry. */
export async function newestVersions(): Promise<string[]> {
  const { stdout } = await execa("npm", ["view", "@openai/codex", "versions", "--json"], {
    timeout: INSTALL_MS,
  });
  const all = JSON.parse(stdout) as string[];
  const newest = (shape: RegExp): string | undefined => all.findLast((each) => shape.test(each));
  return [newest(/^\d+\.\d+\.\d+-alpha\.\d+$/), newest(/^\d+\.\d+\.\d+$/)].filter(
    (version) => version !== undefined,
  );
}

const NPM_INSTALL = [
  "install",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--no-package-lock",
  "--loglevel=error",
];
const INSTALL_MS = 300_000;

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
