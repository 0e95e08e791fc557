import { mkdir, mkdtemp, realpath, rm, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { execa } from "execa";

import { writeCodexHome } from "../../src/demo/home.js";
import { startModel, type ScriptedModel } from "../../src/demo/model.js";
import { type Scenario, parseScenario } from "../../src/demo/scenario.js";
import type { Launcher } from "../../src/process/launcher.js";
import { copyDatabases, enginePath, QUIET_CONFIG } from "./app-server.js";
import { makeCommittedRepository } from "./git-repository.js";
import { FIXTURES, MCP_SERVER } from "./fixture.js";
import { fillIn } from "../../src/demo/placeholders.js";

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
  /** Whether codex does all that it does for its users at a start, such as reading the shell's profile. */
  readonly isUsual?: boolean;
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
    return await withModel(quiet(setup), { dir: root, codexHome, workdir }, (place) =>
      use(engineAt(place, codexPath, env)),
    );
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The same without what few tests are about, unless this one is. */
export const quiet = (setup: EngineSetup): EngineSetup => ({
  ...setup,
  toml: (setup.isUsual === true ? "" : QUIET_CONFIG) + (setup.toml ?? ""),
});

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

/** A scenario, or the one of that name in fixtures/scenarios, with its `{places}` filled in. */
export async function engineScenario(
  scenario: Scenario | string,
  { workdir }: { readonly workdir: string },
): Promise<Scenario> {
  const raw = typeof scenario === "string" ? await readScenario(scenario) : scenario;
  return fillIn(raw, { workdir, fixtures: FIXTURES, mcp_server: MCP_SERVER });
}

async function readScenario(name: string): Promise<Scenario> {
  const text = await readFile(join(FIXTURES, "scenarios", `${name}.json`), "utf8");
  return parseScenario(JSON.parse(text));
}

/** How a run of `codex exec --json` went. */
interface ExecResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  /** Each line of stdout, parsed. */
  readonly events: unknown[];
}

/** What a single run may change. */
interface ExecOptions {
  /** Arguments before the word `exec`. */
  readonly before?: readonly string[];
  /** Text for stdin, which is closed otherwise. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

const LIMIT_MS = 60_000;

/** Runs the real codex to its end, or throws with its output when it takes too long. */
async function execEngine(
  codexPath: string,
  args: readonly string[],
  { before = [], cwd, env, input }: ExecOptions,
): Promise<ExecResult> {
  const child = execa(codexPath, [...before, "exec", "--json", ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    ...(input === undefined ? { stdin: "ignore" } : { input }),
    ...(env === undefined ? {} : { env }),
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    // A process group of its own: the limit can then end its grandchildren as well.
    detached: true,
  });
  let late = false;
  const limit = setTimeout(() => {
    late = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, LIMIT_MS);
  const { stdout, stderr, exitCode } = await child.finally(() => clearTimeout(limit));
  if (late) throw new Error(`codex took over ${LIMIT_MS} ms\n${stdout}\n${stderr}`);
  return { stdout, stderr, exitCode, events: parsedLines(stdout) };
}

const parsedLines = (text: string): unknown[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
