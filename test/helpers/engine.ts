import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeCodexHome } from "../../src/demo/home.js";
import { startModel, type ScriptedModel } from "../../src/demo/model.js";
import type { Scenario } from "../../src/demo/scenario.js";
import { enginePath } from "./engine-binary.js";
import { execEngine, type ExecOptions, type ExecResult } from "./engine-exec.js";
import { makeCommittedRepository } from "./engine-repository.js";
import { engineScenario } from "./engine-scenario.js";

/** A real codex with a home, a repository and a scripted model of its own. */
export interface Engine {
  readonly codexHome: string;
  readonly workdir: string;
  readonly model: ScriptedModel;
  readonly codexPath: string;
  /** The whole environment to start codex, or turnpipe, with. */
  readonly env: Record<string, string>;
  /** Runs `codex exec --json` with these arguments behind it. */
  exec(args: readonly string[], options?: ExecOptions): Promise<ExecResult>;
}

/** What the engine is given to play. */
export interface EngineSetup {
  /** A scenario, or the name of one in fixtures/scenarios; its config goes to config.toml. */
  readonly scenario: Scenario | string;
  /** More of config.toml, as it is. */
  readonly toml?: string;
}

/** Sets up an engine, lends it to `use`, and clears everything away on every path. */
export async function withEngine<T>(
  setup: EngineSetup,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const codexPath = enginePath();
  // The real path: codex reports resolved paths, and tests compare with them.
  const root = await realpath(await mkdtemp(join(tmpdir(), "turnpipe-test-")));
  try {
    // A home directory of its own: a login shell's profile would speak into command output.
    const env = { ...outsideEnv(), HOME: join(root, "user"), NO_COLOR: "1" };
    return await withModel(setup, root, (place) => use(engineAt(place, codexPath, env)));
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Where turnpipe must run to meet this engine. */
export const placeOf = ({ workdir: cwd, env, codexPath }: Engine) => ({
  cwd,
  env: { ...env, TURNPIPE_CODEX: codexPath },
});

interface Place {
  readonly codexHome: string;
  readonly workdir: string;
  readonly model: ScriptedModel;
}

async function withModel<T>(
  setup: EngineSetup,
  root: string,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  const codexHome = join(root, "home");
  const workdir = join(root, "project");
  await Promise.all([codexHome, workdir, join(root, "user")].map((dir) => mkdir(dir)));
  const scenario = await engineScenario(setup.scenario, { workdir });
  await makeCommittedRepository(workdir, scenario.files);
  const model = await startModel(scenario);
  try {
    const { config } = scenario;
    await writeCodexHome(codexHome, { baseUrl: model.url, config, extra: setup.toml });
    return await use({ codexHome, workdir, model });
  } finally {
    await model.close();
  }
}

function engineAt(place: Place, codexPath: string, outside: Record<string, string>): Engine {
  const { workdir: cwd, codexHome } = place;
  const env = { ...outside, CODEX_HOME: codexHome };
  return {
    ...place,
    codexPath,
    env,
    exec: (args, options = {}) =>
      execEngine(codexPath, args, { cwd, ...options, env: { ...env, ...options.env } }),
  };
}

const PRIVATE = /^(CODEX_|OPENAI_|GIT_)/;

const outsideEnv = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !PRIVATE.test(entry[0]),
    ),
  );
