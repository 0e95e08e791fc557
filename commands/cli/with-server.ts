import { diagnostic } from "../../src/text/diagnostic.js";
import { createPaint, wantsColour } from "../../src/output/colour.js";
import type { Paint } from "../../src/output/colour.js";
import { columnsOf } from "../../src/output/plain-text.js";
import type { Stdout } from "../../src/output/stdout.js";
import { ownStdout } from "../../src/output/stdout.js";
import type { RunContext } from "../../src/context.js";
import { drainNotifications } from "../../src/session/drain-notifications.js";
import { abortable } from "../../src/async/abortable.js";
import type { Notes, Session } from "../../src/session/session.js";
import { withSession } from "../../src/session/session.js";
import { connect } from "../../src/session/connect.js";
import { exitCodeAfterOutput } from "./output-errors.js";
import type { QueryOptions } from "./server-options.js";
import { apiKeyIn, wantedBy } from "../../src/session/server-spec.js";

/** The session and the output of a command that runs no turn. */
export interface QueryContext extends Session, CommandOutput {}

/** The output of a command; enough for one that needs no server. */
export interface CommandOutput {
  stdout: Stdout;
  notes: Notes;
  paint: Paint;
  /** The width of the terminal on stdout; undefined if it is none. */
  columns: number | undefined;
  /** Prints a line for people on stderr. */
  say(text: string): void;
}

/**
 * Runs a command on a server of its own. By default a stop aborts it at once and notifications are
 * drained; with `stopping: "in order"` the command handles both itself.
 */
export async function withServer(
  options: QueryOptions,
  runContext: RunContext,
  use: (context: QueryContext) => Promise<number>,
  { stopping = "at once" }: { stopping?: "at once" | "in order" } = {},
): Promise<number> {
  const output = openOutput(options, runContext);
  const transport = await connect(options, runContext, output.notes);
  const stop = runContext.stop.signal;
  const usesKey = options.storedLogin !== true && options.connect === undefined;
  const apiKey = usesKey ? apiKeyIn(runContext.env) : undefined;
  const { version } = runContext.recordingContext ?? {};
  const connected = options.connect !== undefined;
  if (
    connected &&
    [options.config, options.enable, options.disable].some(({ length }) => length > 0)
  )
    output.notes.warn("the codex settings of the config file do not apply to a running server");
  const wanted = wantedBy(options);
  const settings = { wanted, stop, notes: output.notes, apiKey, version, connected };
  const code = await withSession(transport, settings, (session) => {
    const running = use({ ...session, ...output });
    if (stopping === "in order") return running;
    void drainNotifications(session.server, output.notes, { answers: !connected });
    return abortable(running, stop);
  });
  return exitCodeAfterOutput(code, runContext);
}

type PrintOptions = Pick<QueryOptions, "level" | "color" | "json" | "rawOutput">;

/** Opens stdout and the notes on stderr. */
export function openOutput(
  { level, color, json, rawOutput = false }: PrintOptions,
  runContext: RunContext,
): CommandOutput {
  const { stdout, stderr, env, recordingContext } = runContext;
  const terminal = recordingContext?.terminal ?? stdout;
  const isTTY = terminal.isTTY === true && !json;
  const write = (text: string): void => void stderr.write(`${diagnostic(text)}\n`);
  return {
    stdout: ownStdout(runContext, { raw: rawOutput }),
    paint: createPaint(wantsColour({ flag: color, env, isTTY })),
    columns: isTTY ? columnsOf(terminal) : undefined,
    say: level === "quiet" ? () => undefined : write,
    notes: {
      warn: (text) => {
        if (level !== "quiet") write(`warning: ${text}`);
      },
      note: (text) => {
        if (level === "verbose") write(text);
      },
    },
  };
}
