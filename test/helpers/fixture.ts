import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { VERSION } from "../../src/version.js";

/** Where the fixtures are. */
export const FIXTURES = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** fixtures/bin/mcp-server.mjs as one file, made by `npm run build`: it starts twice as fast. */
export const MCP_SERVER = fileURLToPath(
  new URL("../../node_modules/.cache/turnpipe/mcp-server.mjs", import.meta.url),
);

export const TURNS = join(FIXTURES, "turns");
/** What makes a command line run on a script instead of a server. */
export const PLAYED = [
  "--codex",
  join(FIXTURES, "bin", "fake-codex.mjs"),
  "--skip-git-repo-check",
] as const;

/** One message of a recorded conversation, or something a script does besides talking. */
export type Step =
  | { readonly from: "client" | "server"; readonly message: WireMessage }
  | { readonly from: "server"; readonly raw: string; readonly times?: number }
  | { readonly from: "server"; readonly base64: string }
  | { readonly ask: WireMessage; readonly times?: number }
  | { readonly start: readonly string[] }
  | { readonly lenient: true }
  | { readonly complain: string; readonly times?: number }
  | { readonly note: string }
  | { readonly exit: number }
  | { readonly signal: NodeJS.Signals }
  | { readonly close: "stdout" }
  | { readonly hang: true; readonly ignore?: readonly NodeJS.Signals[] };

/** A JSON-RPC message as it stands on the wire. */
export interface WireMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly jsonrpc?: string;
}

/** What `case.json` says. */
export interface CaseFile {
  readonly description: string;
  /** Which scenario of fixtures/scenarios it was recorded with. */
  readonly scenario: string;
  /** The command line; `{case}` is the folder of the case. */
  readonly args: readonly string[];
  readonly exit: number;
}

/** A recorded turn: what went over the wire, and exactly what we print for it. */
export interface Turn extends CaseFile {
  readonly name: string;
  /** What was said; the rest of the recording is for `turnpipe replay`. */
  readonly wire: readonly Step[];
  readonly wirePath: string;
  /** The golden, with our version filled in. */
  readonly stdout: string;
  readonly events: readonly Event[];
}

/** A line of our output; tests compare it whole. */
export type Event = Readonly<Record<string, unknown>> & { readonly type: string };

/** The names of all recorded turns. */
export const turnNames = (): string[] => readdirSync(TURNS).sort();

export function readTurn(name: string): Turn {
  const wirePath = join(TURNS, name, "wire.jsonl");
  const golden = readFileSync(join(TURNS, name, "stdout.jsonl"), "utf8");
  const stdout = golden.replaceAll(OUR_VERSION, VERSION);
  return {
    ...readCase(name),
    name,
    wire: readLines<Step>(readFileSync(wirePath, "utf8")).filter((line) => "from" in line),
    wirePath,
    stdout,
    events: readLines<Event>(stdout),
  };
}

export function readCase(name: string): CaseFile {
  const file = JSON.parse(readFileSync(join(TURNS, name, "case.json"), "utf8")) as CaseFile;
  return { ...file, args: file.args.map((arg) => arg.replaceAll("{case}", join(TURNS, name))) };
}

/** Stands in goldens for the version of turnpipe, which changes with each release. */
export const OUR_VERSION = "{turnpipe}";

/** JSON lines, parsed. */
export const readLines = <T>(text: string): T[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);

/** JSON lines, written. */
export const writeLines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");
