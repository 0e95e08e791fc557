import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import { execa } from "execa";

/** Package name to exact version. */
export type Packages = Readonly<Record<string, string>>;

const CACHE = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "turnpipe-clients");

/** Installs packages in a folder of the cache, or finds them there; gives the folder. */
export async function install(name: string, packages: Packages): Promise<string> {
  const manifest = JSON.stringify({ private: true, dependencies: packages });
  const hash = createHash("sha256").update(manifest).digest("hex").slice(0, 8);
  const folder = join(CACHE, `${name.replaceAll("/", "+")}@${packages[name] ?? ""}-${hash}`);
  if (await exists(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const fresh = await mkdtemp(join(CACHE, ".installing-"));
  try {
    await writeFile(join(fresh, "package.json"), manifest);
    await execa("npm", NPM_INSTALL, { cwd: fresh, timeout: LIMIT_MS });
    await rename(fresh, folder).catch((error: unknown) => {
      // Another process was faster: its folder has the same packages.
      if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** Installs a release of Node; gives the folder of its executable. */
export async function installNode(version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  return join(await install(name, { [name]: version }), "node_modules", name, "bin");
}

// No scripts: nothing of a client runs here. No optional packages: among them are whole codex binaries.
const NPM_INSTALL = [
  "install",
  "--ignore-scripts",
  "--omit=optional",
  "--no-audit",
  "--no-fund",
  "--no-package-lock",
  "--loglevel=error",
];

const LIMIT_MS = 300_000;

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
