import { readFile, writeFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { FIXTURES, OUR_VERSION, type WireMessage } from "./fixture.js";
import { withFolder } from "./play.js";
import { runCli, type Finished } from "./run-cli.js";

/** Where a recording comes from. */
interface Origin {
  readonly codex: string;
  readonly date: string;
  readonly made: string;
}

export type Manifest = Readonly<Record<string, Origin>>;

const PATH = join(FIXTURES, "manifest.json");

export const readManifest = async (): Promise<Manifest> =>
  (JSON.parse(await readFile(PATH, "utf8")) as { turns: Manifest }).turns;

/** Writes the manifest, its cases in order of their names. */
export async function writeManifest(turns: Manifest): Promise<void> {
  const sorted = Object.fromEntries(
    Object.entries(turns).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  await writeFile(PATH, `${JSON.stringify({ turns: sorted }, null, 2)}\n`);
}

/** What keeps a program from reaching out. */
export const ALONE = fileURLToPath(new URL("./alone.cjs", import.meta.url));

/** Plays a recording in an empty folder, with no codex, no git and no network to reach for. */
export const replayAlone = (file: string, args: readonly string[] = []): Promise<Finished> =>
  withFolder(async (cwd) => {
    const env = { PATH: cwd, HOME: cwd, NODE_OPTIONS: `--require ${ALONE}`, TZ: "Asia/Tokyo" };
    const run = await runCli(["replay", file, ...args], { cwd, env });
    const made = await readdir(cwd);
    return { ...run, left: [...run.left, ...made] };
  });

/** What stands in the place of a path or an address: the real text, and its stable name. */
export type Places = readonly (readonly [real: string, name: string])[];

/** A recording with everything that differs from run to run replaced or left out. */
export function scrub(lines: readonly object[], places: Places): object[] {
  const rename = renamer(places);
  return lines
    .filter((line) => !isNoise((line as { message?: WireMessage }).message ?? {}))
    .map((line) => JSON.parse(rename(JSON.stringify(line, steady))) as object);
}

/** Our own output as it would be from a scrubbed wire, but for durations and raw lines. */
export function scrubOutput(stdout: string, places: Places): string[] {
  const lines = stdout.split("\n").filter((line) => !line.startsWith('{"type":"raw"'));
  const steadied = lines.join("\n").replaceAll(/"duration_ms":\d+/g, '"duration_ms":0');
  return renamer(places)(steadied).split("\n");
}

/** News of the machine it ran on, not of the turn. */
function isNoise({ method, params }: WireMessage): boolean {
  if (method === "remoteControl/status/changed") return true;
  const summary = (params as { summary?: unknown } | undefined)?.summary;
  return method === "configWarning" && String(summary).includes("bubblewrap on PATH");
}

/** A `JSON.stringify` replacer: times stand still, in an order that makes sense. */
function steady(this: unknown, key: string, value: unknown): unknown {
  if (key === "emittedAtMs" || key === "at_ms") return undefined;
  if (key === "at") return "2023-11-14T22:13:20.000Z";
  // Only we say who we are under this key.
  if (key === "version") return OUR_VERSION;
  if (key === "processId" && value !== null) return "1000";
  if (key === "userAgent") return String(value).replace(/ .*$/, " (Linux; x86_64)");
  if (typeof value !== "number") return value;
  if (key === "durationMs") return isTurn(this) ? 2_000 : 120;
  return STEADY[key] ?? value;
}

const isTurn = (holder: unknown): boolean => Object.hasOwn(holder as object, "itemsView");

const STEADY: Readonly<Record<string, number>> = {
  createdAt: 1_700_000_000,
  updatedAt: 1_700_000_000,
  recencyAt: 1_700_000_000,
  startedAt: 1_700_000_000,
  completedAt: 1_700_000_002,
  startedAtMs: 1_700_000_000_000,
  completedAtMs: 1_700_000_000_250,
};

/** The same id becomes the same name, in order of appearance. */
function renamer(places: Places): (text: string) => string {
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    const known =
      names.get(id) ?? `00000000-0000-7000-8000-${String(names.size + 1).padStart(12, "0")}`;
    names.set(id, known);
    return known;
  };
  return (text) =>
    places
      .reduce((done, [real, name]) => done.replaceAll(real, name), text)
      .replaceAll(
        /sessions\/\d{4}\/\d\d\/\d\d\/rollout-\d{4}-\d\d-\d\dT[\d-]{8}/g,
        "sessions/rollout",
      )
      .replaceAll(UUID, nameOf);
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
