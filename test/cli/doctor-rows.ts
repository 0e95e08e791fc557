import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect } from "vitest";

import type { DoctorRecord } from "../../src/dialect/records.js";
import { placeOf, type Engine } from "../helpers/engine.js";
import { readLines } from "../helpers/fixture.js";
import { printedSchema } from "../helpers/printed-schema.js";
import type { CliOptions } from "../helpers/run-cli.js";
import { runCli } from "../helpers/run-in-process.js";

/** Has itself examined, as JSON; every line must be what the program's own schema says. */
export async function examined(args: readonly string[], options: CliOptions) {
  const { stdout, ...rest } = await runCli(["doctor", "--json", ...args], options);
  const records = readLines<DoctorRecord>(stdout);
  const check = await printedSchema("doctor");
  expect(records.flatMap(check)).toEqual([]);
  return { ...rest, records };
}

/** The same where an engine is. */
export const examinedAt = (
  engine: Engine,
  args: readonly string[] = [],
  env: Readonly<Record<string, string | undefined>> = {},
) => {
  const place = placeOf(engine);
  return examined(args, { ...place, env: { ...place.env, ...env } });
};

/** A row that is well but for what is said. */
export const row = (
  check: DoctorRecord["check"],
  summary: unknown,
  more: Partial<Record<keyof DoctorRecord, unknown>> = {},
) => ({ check, status: "ok", summary, hint: null, cause: null, details: {}, ...more });

export const skipped = (why: string, ...checks: DoctorRecord["check"][]) =>
  checks.map((check) => row(check, why, { status: "skipped" }));

const SOME = expect.any(String) as string;

/** The rows of an engine with nothing wrong, by their names. */
export function well({ codexPath, codexHome, workdir }: Engine) {
  const program = { program: codexPath, native: codexPath, kind: "native", version: "0.166.0" };
  const toml = join(codexHome, "config.toml");
  const hook = join(workdir, ".git", "hooks", "pre-push");
  return {
    config: row("config", "no turnpipe config file: all settings at their default", {
      details: { user: null, project: null, ignored: [] },
    }),
    codex: row("codex", `codex 0.166.0: ${codexPath}`, { details: program }),
    codex_home: row("codex_home", `${codexHome} can be written to`, {
      details: { path: codexHome },
    }),
    server: row(
      "server",
      expect.stringMatching(/^codex 0\.166\.0 started and answered after \d+ ms$/),
      {
        details: { version: "0.166.0", startup_ms: expect.any(Number) as number },
      },
    ),
    codex_config: row("codex_config", `codex reads ${toml}`, {
      details: { path: toml, exists: true },
    }),
    login: row("login", "no login is needed for the model provider in use", {
      details: {
        logged_in: false,
        login_needed: false,
        type: null,
        plan: null,
        workspace: null,
        environment_key: false,
      },
    }),
    sandbox: row("sandbox", "commands run in the sandbox", { details: { mode: null } }),
    git: row("git", expect.stringMatching(new RegExp(`^git \\S.*; repository ${workdir}$`)), {
      details: { version: SOME, root: workdir },
    }),
    hook: row("hook", "pushes are not reviewed: no hook is installed", {
      details: { installed: false, mode: null, on_error: null, path: hook, ...NO_MANAGER },
    }),
    shim: row("shim", expect.stringMatching(/^codex on PATH is /), {
      details: expect.any(Object) as object,
    }),
    clock: row("clock", expect.stringMatching(/^\d{4}-.*Z is plausible$/), {
      details: { now: SOME, disk_seconds_behind: expect.any(Number) as number },
    }),
  };
}

/**
 * A folder for PATH with a bubblewrap that can be asked what it knows and then makes no sandbox, as in
 * a container without user namespaces; one that cannot be asked is passed over by codex for its own.
 */
export async function brokenSandbox({ codexPath, codexHome }: Engine): Promise<{ PATH: string }> {
  const folder = join(codexHome, "broken");
  const bundled = join(dirname(dirname(codexPath)), "codex-resources", "bwrap");
  await mkdir(folder);
  const text = `#!/bin/sh\n[ "$1" = --help ] && exec '${bundled}' --help\necho 'bwrap: ${WHY}' >&2\nexit 1\n`;
  await writeFile(join(folder, "bwrap"), text);
  await chmod(join(folder, "bwrap"), 0o755);
  return { PATH: `${folder}:${process.env["PATH"] ?? ""}` };
}

const WHY = "No permissions to create new namespace";

/** What is said of a hook that nobody else writes. */
export const NO_MANAGER = { manager: null, gone: false };

/** What is said then. */
export const NO_SANDBOX = {
  summary: `the sandbox does not work here: bwrap: ${WHY}`,
  hint: "on Linux it needs user namespaces; where something else isolates codex: --sandbox danger-full-access",
};
