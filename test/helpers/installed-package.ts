import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { findOnPath } from "../../src/process/find-codex.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The package, installed in a prefix of its own, and a place with node and git and nothing else. */
export interface InstalledPackage {
  /** Has the folders `work` and `app`, which are empty. */
  readonly dir: string;
  /** What `npm pack` made. */
  readonly tarball: string;
  /** The folder of the package in the prefix. */
  readonly folder: string;
  /** The program in the prefix. */
  readonly turnpipe: string;
  /** An empty HOME, and a PATH of node and git. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a program there, with nothing on its stdin. */
  run(
    file: string,
    args: readonly string[],
    more?: Record<string, string>,
  ): Promise<{ stdout: string; stderr: string }>;
  remove(): Promise<void>;
}

const execute = promisify(execFile);

/** Packs the last build and installs it without the optional codex. */
export async function installPackage(): Promise<InstalledPackage> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "turnpipe-package-")));
  await Promise.all(["bin", "home", "work", "app"].map((name) => mkdir(join(dir, name))));
  await symlink(process.execPath, join(dir, "bin/node"));
  await symlink(programOnPath("git"), join(dir, "bin/git"));
  const env = {
    ...{ HOME: join(dir, "home"), PATH: join(dir, "bin"), npm_config_update_notifier: "false" },
    // npx starts its command with a shell, which is not on this PATH.
    npm_config_script_shell: "/bin/sh",
  };
  const run: InstalledPackage["run"] = async (file, args, more = {}) => {
    const options = { cwd: join(dir, "work"), env: { ...env, ...more }, timeout: 60_000 };
    const running = execute(file, args, options);
    running.child.stdin?.end();
    return running;
  };
  // The tests need a build anyway; `npm pack` without scripts packs that one.
  const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", dir, ROOT];
  const { stdout } = await run(programOnPath("npm"), pack);
  const tarball = join(dir, stdout.trim());
  const install = ["install", "--global", "--prefix", join(dir, "prefix"), "--offline"];
  await run(programOnPath("npm"), [...install, "--omit=optional", "--no-audit", tarball]);
  return {
    ...{ dir, tarball, env, run },
    folder: join(dir, "prefix/lib/node_modules/turnpipe"),
    turnpipe: join(dir, "prefix/bin/turnpipe"),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

/** A program of the machine that runs the tests. */
export function programOnPath(name: string): string {
  const [path] = findOnPath(name, process.env["PATH"], "/");
  if (path === undefined) throw new Error(`no ${name} on PATH`);
  return path;
}
