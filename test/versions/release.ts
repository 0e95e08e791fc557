import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Scenario } from "../../src/demo/scenario.js";
import { engineAt, outsideEnv, placeOf, withModel, type Engine } from "../helpers/engine.js";
import { runCli, startCli, type Finished, type Running } from "../helpers/run-cli.js";

/** A release of codex with a home, a repository and a scripted model of its own. */
export interface Release {
  readonly engine: Engine;
  /** Runs the built turnpipe to its end. */
  turnpipe(...args: string[]): Promise<Finished>;
  /** The same, with more in its environment. */
  turnpipeWith(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Finished>;
  start(...args: string[]): Running;
}

/** One check of a release; throws if it does not do what is expected. */
export type Check = (release: Release) => Promise<void>;

/** A run in the narrowest sandbox. */
export const READ = ["run", "--json", "-s", "read-only"] as const;

/** Lends a release to `use`, configured by config.toml alone: old ones ignore `-c`. */
export async function withRelease<T>(
  codexPath: string,
  scenario: Scenario | string,
  use: (release: Release) => Promise<T>,
): Promise<T> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "turnpipe-versions-")));
  try {
    const [codexHome, workdir, home] = [
      join(root, "home"),
      join(root, "project"),
      join(root, "user"),
    ];
    await Promise.all([codexHome, workdir, home].map((dir) => mkdir(dir)));
    const env = { ...outsideEnv(), HOME: home, NO_COLOR: "1" };
    return await withModel({ scenario, toml: TOML }, { dir: root, codexHome, workdir }, (place) => {
      const engine = engineAt(place, codexPath, env);
      const where = placeOf(engine);
      return use({
        engine,
        turnpipe: (...args) => runCli(args, where),
        turnpipeWith: (more, ...args) => runCli(args, { ...where, env: { ...where.env, ...more } }),
        start: (...args) => startCli(args, where),
      });
    });
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Otherwise every directory of these tests may be written to. */
const TOML = `[sandbox_workspace_write]
exclude_slash_tmp = true
exclude_tmpdir_env_var = true
`;
