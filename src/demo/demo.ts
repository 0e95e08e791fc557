import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

import { CliError, errorMessage } from "../outcome/errors.js";
import { writeCodexHome } from "./home.js";
import { startModel } from "./model.js";
import { fillIn } from "./placeholders.js";
import { makeRepository } from "./repository.js";
import type { Scenario } from "./scenario.js";

/** The environment of a demo run: a scripted model, a codex home and a working directory. */
export interface Demo {
  readonly codexHome: string;
  readonly workdir: string;
  /** The scenario's own settings, each as `key=value`. */
  readonly configFlags: string[];
  close(): Promise<void>;
}

export interface DemoOptions {
  readonly tmpdir: string;
  readonly now?: () => number;
}

/** Starts the model and creates the directories of a scenario; `close` removes them. */
export async function startDemo(scenario: Scenario, options: DemoOptions): Promise<Demo> {
  const { tmpdir, now = Date.now } = options;
  const root = await mkdtemp(join(tmpdir, "turnpipe-demo-")).catch((error: unknown) => {
    throw tmpdirError(tmpdir, error);
  });
  try {
    const workdir = join(root, "project");
    const in_an_hour = Math.floor(now() / 1000) + 3600;
    return await setUp(root, workdir, fillIn(scenario, { workdir, in_an_hour }));
  } catch (cause) {
    await remove(root);
    throw isSystemError(cause) ? tmpdirError(tmpdir, cause) : cause;
  }
}

/** The temporary directory is missing, read-only or full. */
const tmpdirError = (tmpdir: string, error: unknown): CliError =>
  new CliError("input", `--demo: cannot write to ${tmpdir}: ${errorMessage(error)}`, {
    hint: "set TMPDIR to a directory that you may write to",
  });

const isSystemError = (error: unknown): boolean =>
  typeof (error as NodeJS.ErrnoException).code === "string";

async function setUp(root: string, workdir: string, scenario: Scenario): Promise<Demo> {
  const codexHome = join(root, "home");
  await mkdir(codexHome);
  await mkdir(workdir);
  await makeRepository(workdir, scenario.files);
  const model = await startModel(scenario);
  const close = async () => {
    await model.close();
    await remove(root);
  };
  try {
    await writeCodexHome(codexHome, { baseUrl: model.url });
  } catch (cause) {
    await close();
    throw cause;
  }
  const configFlags = Object.entries(scenario.config ?? {}).map(([key, v]) => `${key}=${v}`);
  return { codexHome, workdir, configFlags, close };
}

/** Removes a directory; errors are ignored, because the run is over and its result is known. */
const remove = (dir: string) =>
  // Retries: codex may still write its own files for a moment after it was stopped.
  rm(dir, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
