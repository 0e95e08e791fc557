import type { Scenario } from "../../src/demo/scenario.js";
import { ThreadRecord } from "../../src/dialect/records.js";
import { placeOf, type Engine } from "./engine.js";
import { readLines, type Event } from "./fixture.js";
import type { CliOptions, Finished } from "./run-cli.js";
import { runCli } from "./run-in-process.js";

/** A model with the same answer to everything. */
export const ANSWERS: Scenario = {
  description: "The same answer to everything.",
  responses: [{ say: [{ text: "Done." }] }],
  then: "repeat-last",
};

/** Runs `turnpipe threads` where the engine is. */
export const threads = (
  engine: Engine,
  args: readonly string[],
  options: CliOptions = {},
): Promise<Finished> => onEngine(engine, ["threads", ...args], options);

/** The ids of the threads that a list has, in its order. */
export async function listed(
  engine: Engine,
  args: readonly string[] = [],
  options: CliOptions = {},
): Promise<string[]> {
  const run = await threads(engine, ["list", "--json", ...args], options);
  return recordsIn(run).map(({ id }) => id);
}

/** The one record that `threads show` knows of a thread. */
export async function shown(engine: Engine, id: string): Promise<ThreadRecord> {
  const [record] = recordsIn(await threads(engine, ["show", "--json", id]));
  if (record === undefined) throw new Error(`threads show knows nothing of ${id}`);
  return record;
}

/** What was printed, line by line, if every line is a thread by our own schema and all went well. */
export function recordsIn({ exit, stdout, stderr, left }: Finished): ThreadRecord[] {
  if (exit !== 0 || stderr !== "" || left.length > 0) {
    throw new Error(`exit ${exit}, left ${left.join(", ")}: ${stderr}`);
  }
  return readLines<unknown>(stdout).map((line) => ThreadRecord.parse(line));
}

/** Plays a turn on a new thread; the thread's id. */
export const begun = (engine: Engine, args: readonly string[], options: CliOptions = {}) =>
  played(engine, ["run", ...args], options);

/** Plays one more turn on a thread. */
export const wentOn = (
  engine: Engine,
  [id, prompt]: readonly [id: string, prompt: string],
  options: CliOptions = {},
) => played(engine, ["resume", id, prompt], options);

async function played(
  engine: Engine,
  args: readonly string[],
  options: CliOptions,
): Promise<string> {
  const run = await onEngine(engine, [...args, "--json"], options);
  const id = readLines<Event>(run.stdout)[0]?.["thread_id"];
  if (run.exit !== 0 || typeof id !== "string") throw new Error(JSON.stringify(run));
  return id;
}

/** Runs turnpipe where the engine is; the environment adds to the engine's. */
export function onEngine(
  engine: Engine,
  args: readonly string[],
  { env, ...options }: CliOptions = {},
): Promise<Finished> {
  const place = placeOf(engine);
  return runCli(args, { ...place, ...options, env: { ...place.env, ...env } });
}

/** What people said, as the model was told it the last time. */
export function toldLast({ model }: Engine): string[] {
  const { input } = model.requests.at(-1)?.body as Body;
  const texts = input
    .filter(({ role }) => role === "user")
    .flatMap(({ content = [] }) => content.map(({ text }) => text));
  // What codex says about the place stands in tags.
  return texts.filter((text) => !text.startsWith("<"));
}

interface Body {
  readonly input: readonly {
    readonly role?: string;
    readonly content?: readonly { readonly text: string }[];
  }[];
}

/** A run that said this, and nothing on stdout. */
export const saying = (stderr: unknown, exit = 0) => ({ exit, stdout: "", stderr, left: [] });

/** A run that was refused with these lines: by itself as bad input, or with another status. */
export const refused = (says: string, exit = 2) => saying(`turnpipe: ${says}\n`, exit);

/** An id that no thread has. */
export const NOBODY = "019a2b3c-4d5e-7f60-8192-a3b4c5d6e7f8";

export const ELSEWHERE = "hint: threads of other directories are found with --all, or by their id";
