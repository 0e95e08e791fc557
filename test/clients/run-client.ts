import { chmod, copyFile, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { masked } from "../helpers/differential.js";
import { withEngine, type Engine } from "../helpers/engine.js";
import { BIN, spawnCli, textOf } from "../helpers/run-cli.js";
import type { Check, Client } from "./clients.js";
import { install, installNode } from "./install.js";

/** What a client gave on one program. */
export interface Given {
  readonly value: unknown;
  /** What the model was told in each request, without what codex puts before it. */
  readonly asked: unknown;
  /** Whether it has what the check looks for. */
  readonly works: boolean;
}

/** A client that can be run. */
export interface Installed {
  readonly client: Client;
  readonly folder: string;
  /** The folder of the Node it runs on. */
  readonly nodeBin: string;
}

/** Installs a client, and the Node it needs, unless they are there. */
export async function installClient(client: Client): Promise<Installed> {
  const { name, version, node } = client;
  const folder = await install(name, { [name]: version, ...client.beside });
  const nodeBin = node === undefined ? dirname(process.execPath) : await installNode(node);
  return { client, folder, nodeBin };
}

/** Runs one check of a client on the real codex, or on the built turnpipe. */
export async function runClient(
  installed: Installed,
  check: Check,
  program: "codex" | "turnpipe",
): Promise<Given> {
  return withEngine({ scenario: check.scenario, toml: NOT_IN_TMP }, async (engine) => {
    const given = await runDriver({ ...installed, engine, check, program });
    const hide = hider(engine);
    const value = hide(given);
    const asked = engine.model.requests.map(({ path, body }) => hide(spoken(path, body)));
    return { value, asked, works: JSON.stringify({ value, asked }).includes(check.has) };
  });
}

// A sandbox makes `.git` and more in /tmp and removes them, which only runs with the same TMPDIR agree on (codex 0.166).
const NOT_IN_TMP = "sandbox_workspace_write.exclude_slash_tmp = true\n";

interface DriverRun extends Installed {
  readonly engine: Engine;
  readonly check: Check;
  readonly program: "codex" | "turnpipe";
}

/** Runs a driver; gives what it printed, and the processes that turnpipe left behind. */
async function runDriver(run: DriverRun): Promise<unknown> {
  const { engine, client, check, folder, nodeBin } = run;
  const { dir, workdir, codexHome } = engine;
  const program = run.program === "codex" ? engine.codexPath : BIN;
  const drivers = join(dir, "drivers");
  const bin = join(dir, "bin");
  const tmp = join(dir, "tmp");
  await Promise.all([drivers, bin, tmp].map((each) => mkdir(each)));
  // Beside the installed packages, as far as Node can see: it resolves imports from there.
  await symlink(join(folder, "node_modules"), join(drivers, "node_modules"));
  for (const file of await readdir(HERE)) {
    if (file.endsWith(".mjs")) await copyFile(join(HERE, file), join(drivers, file));
  }
  // Some clients do not hand CODEX_HOME on.
  await symlink(codexHome, join(dir, "user", ".codex"));
  await linkCodex(bin, program, client.ignoresConfig === true ? engine : undefined);
  const place = { program, dir, workdir, codexHome, bin, folder };
  const { child, ended } = spawnCli(
    [
      join(nodeBin, "node"),
      join(drivers, "run-check.mjs"),
      client.driver,
      check.does ?? check.name,
      JSON.stringify(place),
    ],
    ["ignore", "pipe", "pipe"],
    {
      cwd: workdir,
      env: {
        ...engine.env,
        ...OFFLINE,
        XDG_CONFIG_HOME: join(dir, "user", ".config"),
        XDG_CACHE_HOME: join(dir, "user", ".cache"),
        TMPDIR: tmp,
        PATH: `${bin}:${nodeBin}:${engine.env["PATH"] ?? ""}`,
      },
    },
  );
  const texts = [child.stdout, child.stderr].map((stream) => textOf(stream!));
  const { exit, left } = await ended;
  const [stdout = "", stderr = ""] = await Promise.all(texts);
  const last = stdout.trimEnd().split("\n").at(-1) ?? "";
  try {
    // What codex leaves behind is its own affair.
    return { returned: JSON.parse(last) as unknown, left: program === BIN ? left : [] };
  } catch {
    return { ended: exit, stdout, stderr };
  }
}

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Nothing may reach another host: what does not know loopback's model finds a closed port. */
const OFFLINE = {
  HTTPS_PROXY: "http://127.0.0.1:9",
  https_proxy: "http://127.0.0.1:9",
  NO_PROXY: "127.0.0.1,localhost",
  NODE_USE_ENV_PROXY: "1",
  DO_NOT_TRACK: "1",
  PROMPTFOO_DISABLE_TELEMETRY: "1",
  PROMPTFOO_DISABLE_UPDATE: "1",
  PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
  OPENAI_AGENTS_DISABLE_TRACING: "1",
};

/** Puts `codex` into a folder: a link, or a script for clients that ignore config.toml. */
async function linkCodex(bin: string, program: string, engine?: Engine): Promise<void> {
  const link = join(bin, "codex");
  if (engine === undefined) return symlink(program, link);
  const real = join(engine.dir, "program");
  await mkdir(real);
  await symlink(program, join(real, "codex"));
  const settings = [
    'model_provider="mock"',
    'model_providers.mock.name="Scripted model"',
    `model_providers.mock.base_url="${engine.model.url}"`,
    'model_providers.mock.wire_api="responses"',
    "model_providers.mock.request_max_retries=0",
    "model_providers.mock.stream_max_retries=0",
  ].map((setting) => `-c '${setting}'`);
  // Nothing tells turnpipe that this script is itself by another name.
  const found = `TURNPIPE_CODEX='${engine.codexPath}' exec '${real}/codex'`;
  await writeFile(link, `#!/bin/sh\n${found} ${settings.join(" ")} "$@"\n`);
  await chmod(link, 0o755);
}

/** Replaces what is new in every run. */
function hider(engine: Engine) {
  return (value: unknown): unknown => {
    const [text = "null"] = masked(JSON.stringify(value, steady), engine);
    return JSON.parse(
      text.replaceAll(engine.dir, "/place").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "a time"),
    ) as unknown;
  };
}

const steady = (key: string, value: unknown): unknown =>
  typeof value === "number" && /(?:duration|latency|timestamp|time)/i.test(key) ? 0 : value;

/** What the person and the model said so far. */
function spoken(path: string, body: unknown): unknown {
  const { input } = body as { input?: { role?: string; content?: Piece[] }[] };
  if (!Array.isArray(input)) return path;
  return input
    .filter(({ role }) => role === "user" || role === "assistant")
    .map(({ content }) => content?.map(({ type, text }) => text ?? type).join("") ?? "")
    .filter((text) => !text.startsWith("<environment_context>"));
}

interface Piece {
  readonly type?: string;
  readonly text?: string;
}
