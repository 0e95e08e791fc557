import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "vitest";

import { masked, parsedLines } from "./differential.js";
import { placeOf, withEngine, type Engine, type EngineSetup } from "./engine.js";
import { runCli } from "./run-in-process.js";

/** Where and with what a run starts, if not in the repository with nothing. */
export interface Where {
  /** A directory below the working directory. */
  readonly below?: string;
  /** What stdin holds. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments before the word `exec`. */
  readonly before?: readonly string[];
}

/** A run as the two sides can be compared: all of it must be the same. */
export interface Ran {
  readonly lines: readonly string[];
  readonly succeeded: boolean;
  /** Which of the threads of this side it ran on, counted by their first appearance. */
  readonly thread: number | undefined;
  /** What the model was asked meanwhile. */
  readonly asked: readonly unknown[];
  readonly left: readonly string[];
  /** How the last turn of the thread was stored. */
  readonly stored: unknown;
}

/** A codex with a store of its own, and one of the two programs to run on it. */
export interface Side {
  readonly engine: Engine;
  readonly who: "codex" | "turnpipe";
  /** Runs `exec --json` of this side's program. */
  run(args: readonly string[], where?: Where): Promise<Ran>;
  /** The same by the real codex on either side. */
  codex(args: readonly string[], where?: Where): Promise<Ran>;
  /** The id of a thread by its number. */
  id(thread: number): string;
}

/** The same steps by the real codex and by turnpipe, each on its own engine with a directory `sub`. */
export async function onBothSides<T>(
  setup: EngineSetup,
  use: (side: Side) => Promise<T>,
): Promise<{ theirs: T; ours: T }> {
  const [theirs, ours] = await Promise.all(
    (["codex", "turnpipe"] as const).map((who) =>
      withEngine(setup, async (engine) => {
        await mkdir(join(engine.workdir, "sub"));
        return use(sideOf(who, engine));
      }),
    ),
  );
  return { theirs, ours } as { theirs: T; ours: T };
}

/** Our runs went as theirs did, printed the same lines, and asked the model the same. */
export function expectAlike(theirs: readonly Ran[], ours: readonly Ran[]): void {
  const comparable = ({ lines, ...same }: Ran) => ({ ...same, lines: parsedLines(lines) });
  expect(ours.map(comparable)).toEqual(theirs.map(comparable));
}

/** What reached the model: the whole body, and the headers that say who asks and how. */
export const asked = (engine: Engine): unknown[] =>
  engine.model.requests
    .filter(({ path }) => path.endsWith("/responses"))
    .map(({ method, path, headers, body }) => ({
      method,
      path,
      originator: headers["originator"],
      authorization: headers.authorization,
      ...unmarked(body, engine),
    }));

/** The body without what is new in every run: ids of installation, session and turn. */
function unmarked(body: unknown, engine: Engine): { body: unknown; turn: unknown } {
  const { client_metadata: metadata, ...rest } = nameless(JSON.stringify(body), engine);
  const turn = (metadata as Record<string, string>)["x-codex-turn-metadata"] ?? "{}";
  const same = Object.entries(JSON.parse(turn) as Record<string, unknown>).filter(
    // The time, and what git was asked in the background and may answer too late.
    ([key]) => key !== "turn_started_at_unix_ms" && key !== "workspaces",
  );
  return { body: rest, turn: Object.fromEntries(same) };
}

function sideOf(who: Side["who"], engine: Engine): Side {
  const threads: string[] = [];
  const ran = async (program: Program, args: readonly string[], where: Where): Promise<Ran> => {
    const before = asked(engine).length;
    const { stdout, succeeded, left } = await program(engine, args, where);
    const id = /"thread_id":"([^"]+)"/.exec(stdout)?.[1];
    if (id !== undefined && !threads.includes(id)) threads.push(id);
    return {
      lines: masked(stdout, engine),
      succeeded,
      thread: id === undefined ? undefined : threads.indexOf(id),
      asked: asked(engine).slice(before),
      left,
      stored: await storedTurnEvents(engine, id),
    };
  };
  return {
    engine,
    who,
    run: (args, where = {}) => ran(who === "codex" ? codex : turnpipe, args, where),
    codex: (args, where = {}) => ran(codex, args, where),
    id: (thread) => threads[thread] ?? "",
  };
}

/** The settings of the last turn in a thread's file, if it has one. */
async function storedTurnEvents(engine: Engine, id: string | undefined): Promise<unknown> {
  const text = id === undefined ? "" : await threadFile(engine, id);
  const line = text.split("\n").findLast((entry) => entry.includes('"type":"turn_context"'));
  return nameless(line ?? "{}", engine)["payload"];
}

/** JSON with every id and place of this run replaced. */
function nameless(text: string, engine: Engine): Record<string, unknown> {
  const [plain = "{}"] = masked(text.replaceAll(engine.env["HOME"] ?? "", "/user"), engine);
  // Metadata comes in no fixed order, so ids cannot be told apart by their first appearance.
  return JSON.parse(plain.replaceAll(/uuid-\d+/g, "uuid")) as Record<string, unknown>;
}

/** What a thread's file says; nothing where it has none. */
export async function threadFile({ codexHome }: Engine, id: string): Promise<string> {
  const sessions = join(codexHome, "sessions");
  const files = await readdir(sessions, { recursive: true }).catch(() => []);
  const file = files.find((path) => path.endsWith(`${id}.jsonl`));
  return file === undefined ? "" : readFile(join(sessions, file), "utf8");
}

type Program = (
  engine: Engine,
  args: readonly string[],
  where: Where,
) => Promise<{ stdout: string; succeeded: boolean; left: readonly string[] }>;

const codex: Program = async (engine, args, { below = ".", input, env = {}, before = [] }) => {
  const options = { cwd: join(engine.workdir, below), env, before, ...(input && { input }) };
  const { stdout, exitCode } = await engine.exec(args, options);
  return { stdout, succeeded: exitCode === 0, left: [] };
};

const turnpipe: Program = async (engine, args, { below = ".", input, env = {}, before = [] }) => {
  const place = placeOf(engine);
  const { stdout, exit, left } = await runCli([...before, "exec", "--json", ...args], {
    cwd: join(engine.workdir, below),
    env: { ...place.env, ...env },
    ...(input && { stdin: { bytes: input } }),
  });
  return { stdout, succeeded: exit === 0, left };
};
