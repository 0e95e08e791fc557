import { diagnostic } from "../../src/text/diagnostic.js";
import { createPaint, wantsColour } from "../../src/output/colour.js";
import type { Paint } from "../../src/output/colour.js";
import { columnsOf } from "../../src/output/plain-text.js";
import type { Stdout } from "../../src/output/stdout.js";
import { ownStdout } from "../../src/output/stdout.js";
import type { Runtime } from "../../src/context.js";
import { mindServer } from "../../src/session/drain-notifications.js";
import { reach } from "../../src/async/abortable.js";
import type { Notes, Session } from "../../src/session/session.js";
import { withSession } from "../../src/session/session.js";
import { connect } from "../../src/session/connect.js";
import { afterOutput } from "./output-errors.js";
import type { AskingOptions } from "./server-options.js";
import { apiKeyIn, wantedBy } from "../../src/session/server-spec.js";

/** Where a command that is no turn asks, and where it answers. */
export interface Desk extends Session, Counter {}

/** The way out alone, for what needs no server. */
export interface Counter {
  stdout: Stdout;
  notes: Notes;
  paint: Paint;
  /** The width of the terminal on stdout; undefined where there is none. */
  columns: number | undefined;
  /** A word for people on stderr. */
  say(text: string): void;
}

/**
 * Asks a server of its own. A wish to stop ends it at once, and news is nobody's business, unless the
 * command sees to both itself, in its own order.
 */
export async function withServer(
  options: AskingOptions,
  runtime: Runtime,
  use: (desk: Desk) => Promise<number>,
  { stopping = "at once" }: { stopping?: "at once" | "in order" } = {},
): Promise<number> {
  const counter = openCounter(options, runtime);
  const transport = connect(options, runtime, counter.notes);
  const stop = runtime.stop.signal;
  const apiKey = options.storedLogin === true ? undefined : apiKeyIn(runtime.env);
  const { version } = runtime.tape ?? {};
  const settings = { wanted: wantedBy(options), stop, notes: counter.notes, apiKey, version };
  const code = await withSession(transport, settings, (session) => {
    const asking = use({ ...session, ...counter });
    if (stopping === "in order") return asking;
    void mindServer(session.server, counter.notes);
    return reach(asking, stop);
  });
  return afterOutput(code, runtime);
}

type Printing = Pick<AskingOptions, "level" | "color" | "json" | "rawOutput">;

/** Opens the way out. */
export function openCounter(
  { level, color, json, rawOutput = false }: Printing,
  runtime: Runtime,
): Counter {
  const { stdout, stderr, env, tape } = runtime;
  const screen = tape?.screen ?? stdout;
  const isTTY = screen.isTTY === true && !json;
  const write = (text: string): void => void stderr.write(`${diagnostic(text)}\n`);
  return {
    stdout: ownStdout(runtime, { raw: rawOutput }),
    paint: createPaint(wantsColour({ flag: color, env, isTTY })),
    columns: isTTY ? columnsOf(screen) : undefined,
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
