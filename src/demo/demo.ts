import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

import { CliError, reasonOf } from "../outcome/errors.js";
import { writeCodexHome } from "./home.js";
import { startModel } from "./model.js";
import { fillIn } from "./placeholders.js";
import { makeRepository } from "./repository.js";
import type { Scenario } from "./scenario.js";

/** A world of its own for one run: a model, a codex home and a working directory. */
export interface Demo {
  readonly codexHome: string;
  readonly workdir: string;
  /** The scenario's own settings, each as `key=value`. */
  readonly configFlags: string[];
  close(): Promise<void>;
}

/** Where a demo may put its files, and what time it is. */
export interface DemoPlace {
  readonly tmpdir: string;
  readonly now?: () => number;
}

/** Sets the scene for a scenario; `close` removes every trace of it. */
export async function startDemo(scenario: Scenario, place: DemoPlace): Promise<Demo> {
  const { tmpdir, now = Date.now } = place;
  const root = await mkdtemp(join(tmpdir, "turnpipe-demo-")).catch((error: unknown) => {
    throw noRoom(tmpdir, error);
  });
  try {
    const workdir = join(root, "project");
    const in_an_hour = Math.floor(now() / 1000) + 3600;
    return await furnish(root, workdir, fillIn(scenario, { workdir, in_an_hour }));
  } catch (cause) {
    await remove(root);
    throw isOfTheSystem(cause) ? noRoom(tmpdir, cause) : cause;
  }
}

/** A folder that is missing, locked or full. */
const noRoom = (tmpdir: string, error: unknown): CliError =>
  new CliError("input", `--demo: cannot work in ${tmpdir}: ${reasonOf(error)}`, {
    hint: "set TMPDIR to a directory that you may write to",
  });

const isOfTheSystem = (error: unknown): boolean =>
  typeof (error as NodeJS.ErrnoException).code === "string";

async function furnish(root: string, workdir: string, scenario: Scenario): Promise<Demo> {
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

/** What cannot be removed stays: the demo is over, and how it went is known. */
const remove = (dir: string) =>
  // Retries: codex may still be writing its own files for a moment after it was told to stop.
  rm(dir, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
