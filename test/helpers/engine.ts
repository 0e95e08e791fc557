import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeCodexHome } from "../../src/demo/home.js";
import { startModel, type ScriptedModel } from "../../src/demo/model.js";
import type { Scenario } from "../../src/demo/scenario.js";
import type { Launcher } from "../../src/process/launcher.js";
import { copyDatabases } from "./codex-databases.js";
import { enginePath } from "./engine-binary.js";
import { execEngine, type ExecOptions, type ExecResult } from "./engine-exec.js";
import { makeCommittedRepository } from "./engine-repository.js";
import { engineScenario, FIXTURES } from "./engine-scenario.js";

/** A real codex with a home, a repository and a scripted model of its own. */
export interface Engine {
  /** A folder for the files of one test, outside of its repository. */
  readonly dir: string;
  readonly codexHome: string;
  readonly workdir: string;
  readonly model: ScriptedModel;
  readonly codexPath: string;
  /** The whole environment to start codex, or turnpipe, with. */
  readonly env: Record<string, string>;
  /** Connects a run in this process to an app-server that is shared, if it is. */
  readonly launcher?: Launcher;
  /** The address of that server, as `--connect` takes it. */
  readonly address?: string;
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
    const [codexHome, workdir] = [join(root, "home"), join(root, "project")];
    await Promise.all([codexHome, workdir, join(root, "user")].map((dir) => mkdir(dir)));
    await copyDatabases(codexHome, env);
    return await withModel(setup, { dir: root, codexHome, workdir }, (place) =>
      use(engineAt(place, codexPath, env)),
    );
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Where turnpipe must run to meet this engine. */
export const placeOf = ({ workdir: cwd, env, codexPath, launcher }: Engine) => ({
  cwd,
  env: { ...env, TURNPIPE_CODEX: codexPath },
  ...(launcher === undefined ? {} : { launcher }),
});

interface Place {
  readonly dir: string;
  readonly codexHome: string;
  readonly workdir: string;
  readonly model: ScriptedModel;
}

/** Makes the repository, starts the model and writes config.toml. */
export async function withModel<T>(
  setup: EngineSetup,
  { dir, codexHome, workdir }: Omit<Place, "model">,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  const scenario = await engineScenario(setup.scenario, { workdir });
  await makeCommittedRepository(workdir, scenario.files);
  const model = await startModel(scenario);
  try {
    const { config } = scenario;
    await writeCodexHome(codexHome, { baseUrl: model.url, config, extra: setup.toml });
    return await use({ dir, codexHome, workdir, model });
  } finally {
    await model.close();
  }
}

export function engineAt(place: Place, codexPath: string, outside: Record<string, string>): Engine {
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

/** The environment of the tests, without what could reach codex. */
export const outsideEnv = (): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !PRIVATE.test(entry[0]),
    ),
  ),
  // The words of an error, not where in codex it arose.
  RUST_BACKTRACE: "0",
  // Nothing here speaks TLS, and parsing all root certificates takes codex a third of its time.
  SSL_CERT_FILE: join(FIXTURES, "root-certificate.pem"),
  SSL_CERT_DIR: "/nowhere",
  // Programs that codex starts to name the operating system: they take a sixth of the rest.
  PATH: `${join(FIXTURES, "path")}:${process.env["PATH"] ?? ""}`,
  // codex looks for plugins on a public host, which no test may reach.
  GIT_ALLOW_PROTOCOL: "file",
});
