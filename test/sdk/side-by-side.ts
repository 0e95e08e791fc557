import { randomUUID } from "node:crypto";
import { dirname } from "node:path";

import type { CodexOptions, Input, Thread, ThreadEvent, TurnOptions } from "@openai/codex-sdk";
import { Codex } from "@openai/codex-sdk";
import { expect } from "vitest";

import { masked } from "../helpers/differential.js";
import { type Engine, type EngineSetup, placeOf, withEngine } from "../helpers/engine.js";
import { killAll, endLeftBehind, MARKER } from "../helpers/processes.js";
import { BIN } from "../helpers/run-cli.js";

/** The SDK on one program, with an engine of its own. */
export interface Side {
  readonly engine: Engine;
  /** A folder outside the repository that goes with the engine. */
  readonly root: string;
  /** Options for a thread in the engine's repository; the SDK itself cannot choose where it runs. */
  readonly here: { readonly workingDirectory: string };
  /** What every process of this side carries in its environment. */
  readonly marker: string;
  codex(options?: CodexOptions): Codex;
  /** `thread.run`, with all it gave or threw put on record. */
  run(thread: Thread, input: Input, options?: TurnOptions): Promise<void>;
  /** `thread.runStreamed` in the same way, up to an event of the type `until`. */
  stream(thread: Thread, input: Input, options?: StreamOptions): Promise<void>;
}

interface StreamOptions extends TurnOptions {
  readonly until?: ThreadEvent["type"];
  readonly heard?: (event: ThreadEvent) => void;
}

/** What one side did, without what is new in every run. */
interface Account {
  /** Every event that was streamed, and every item of a turn as the event it came from. */
  readonly lines: readonly string[];
  readonly calls: readonly Call[];
  /** What the model received. */
  readonly asked: readonly Asked[];
  /** The ends of the program that the SDK threw, in full. */
  readonly exits: readonly string[];
  readonly left: readonly string[];
}

interface Call {
  readonly threadId: string | null;
  readonly finalResponse?: string;
  readonly usage?: unknown;
  readonly thrown?: { readonly name: string; readonly message: string; readonly code?: unknown };
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly turn: Readonly<Record<string, unknown>>;
}

/** Drives the SDK on the real codex and on turnpipe, and holds turnpipe to the same results. */
export async function sideBySide(
  { scenario }: Pick<EngineSetup, "scenario">,
  drive: (side: Side) => Promise<void>,
) {
  const [theirs, ours] = await Promise.all([
    withEngine({ scenario }, (engine) => record(engine, engine.codexPath, drive)),
    withEngine({ scenario }, (engine) => record(engine, BIN, drive)),
  ]);
  expect(ours).toEqual({ ...theirs, exits: ours.exits, left: [] });
  return { theirs, ours };
}

async function record(
  engine: Engine,
  program: string,
  drive: (side: Side) => Promise<void>,
): Promise<Account> {
  const marker = randomUUID();
  const notes: Notes = { lines: [], calls: [], exits: [] };
  try {
    await drive(sideOf(engine, program, marker, notes));
    // What codex leaves behind is its own affair, and costs a wait.
    const left = program === BIN ? await endLeftBehind(marker) : [];
    const hide = hider(engine);
    return {
      lines: notes.lines.map((line) => JSON.stringify(hide(JSON.parse(line)))),
      calls: hide(notes.calls),
      asked: engine.model.requests.map((request) => askedOf(request, hide)),
      exits: hide(notes.exits),
      left,
    };
  } finally {
    await killAll(marker);
  }
}

interface Notes {
  readonly lines: string[];
  readonly calls: Call[];
  readonly exits: string[];
}

function sideOf(engine: Engine, program: string, marker: string, notes: Notes): Side {
  const own = { ...placeOf(engine).env, XDG_CONFIG_HOME: "/nowhere" };
  const noteCall = async (
    thread: Thread,
    call: () => Promise<Omit<Call, "threadId">>,
  ): Promise<void> => {
    const told = await call().catch((error: unknown) => ({ thrown: thrownOf(error, notes) }));
    notes.calls.push({ threadId: thread.id, ...told });
  };
  return {
    engine,
    root: dirname(engine.workdir),
    here: { workingDirectory: engine.workdir },
    marker,
    codex: ({ env = own, ...options } = {}) =>
      new Codex({ codexPathOverride: program, env: { ...env, [MARKER]: marker }, ...options }),
    run: (thread, input, options) =>
      noteCall(thread, async () => {
        const { items, ...turn } = await thread.run(input, options);
        notes.lines.push(...items.map((item) => JSON.stringify({ type: "item.completed", item })));
        return turn;
      }),
    stream: (thread, input, { until, heard, ...options } = {}) =>
      noteCall(thread, async () => {
        for await (const event of (await thread.runStreamed(input, options)).events) {
          notes.lines.push(JSON.stringify(event));
          heard?.(event);
          if (event.type === until) break;
        }
        return {};
      }),
  };
}

function thrownOf(error: unknown, { exits }: Notes): NonNullable<Call["thrown"]> {
  if (!(error instanceof Error)) throw error;
  const { name, message, code } = error as Error & { code?: unknown };
  // The status is better than theirs; codex warns of every home in a temporary folder.
  const end = /^Codex Exec exited with (code|signal) /.exec(message)?.[0];
  if (end !== undefined) exits.push(message.replace(/WARNING: .*\n/, ""));
  return { name, message: end ?? message, ...(code === undefined ? {} : { code }) };
}

function hider(engine: Engine) {
  return <T>(value: T): T => {
    const [text = "null"] = masked(JSON.stringify(value), engine);
    return JSON.parse(
      text
        .replaceAll(dirname(engine.workdir), "/place")
        .replaceAll(/Chunk ID: [0-9a-f]{6}/g, "Chunk ID: 000000")
        .replaceAll(/"create_time":[\d.]+/g, '"create_time":0')
        .replaceAll(/Wall time: [\d.]+ seconds/g, "Wall time: 0.0 seconds"),
    ) as T;
  };
}

type Request = Engine["model"]["requests"][number];

function askedOf({ method, path, headers, body }: Request, hide: <T>(value: T) => T): Asked {
  const { client_metadata: metadata, ...rest } = nameless(hide(body)) as Record<string, unknown>;
  const told = (metadata as Record<string, string>)["x-codex-turn-metadata"] ?? "{}";
  return {
    method,
    path,
    headers: without(nameless(hide(headers)), NEW_HEADERS, steadyAgent),
    body: rest,
    turn: without(JSON.parse(told) as Record<string, unknown>, NEW_IN_TURN),
  };
}

// The metadata comes in no fixed order, so ids cannot be told apart by their first appearance.
const nameless = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll(/uuid-\d+/g, "uuid")) as T;

// The metadata is in the body as well; the length counts a port number's digits.
const NEW_HEADERS = ["x-codex-turn-metadata", "content-length", "host"];

// The time, and what git was asked in the background and may answer too late.
const NEW_IN_TURN = ["turn_started_at_unix_ms", "workspaces"];

/** Behind the engine's own name and version stand those of its client. */
const steadyAgent = (name: string, value: unknown): unknown =>
  name === "user-agent" ? String(value).replace(/\(codex_exec; .*\)$/, "(codex_exec)") : value;

function without(
  value: Readonly<Record<string, unknown>>,
  names: readonly string[],
  change: (name: string, value: unknown) => unknown = (_name, kept) => kept,
): Record<string, unknown> {
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, told]) => [name, change(name, told)]));
}
