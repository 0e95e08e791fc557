import { CliError } from "../../src/outcome/errors.js";
import { ago } from "../../src/output/ago.js";
import { factSheet } from "../../src/output/fact-sheet.js";
import { fit, oneLine } from "../../src/output/plain-text.js";
import { localTime } from "../../src/output/quantity.js";
import { renderTurn } from "../../src/output/render-turn.js";
import { transcriptHead, transcriptTurn } from "../../src/output/transcript.js";
import type { ThreadRecord } from "../../src/dialect/records.js";
import type { RunContext } from "../../src/context.js";
import { isArchived } from "../../src/session/archived-threads.js";
import type { ThreadQuery } from "../../src/session/find-thread.js";
import { wholeTurns } from "../../src/session/whole-turns.js";
import type { Include } from "../../src/translate/include.js";
import { storedTurnEvents } from "../../src/translate/stored-turn.js";
import { threadRecord } from "../../src/translate/thread-record.js";
import { storedThreadStarted } from "../../src/translate/thread-started.js";
import type { ParsedArguments } from "../cli/parse.js";
import type { QueryOptions } from "../cli/server-options.js";
import { queryOptions } from "../cli/server-options.js";
import { parseNames } from "../turn/options.js";
import type { QueryContext } from "../cli/with-server.js";
import { withServer } from "../cli/with-server.js";
import { onlyThread, pickThread } from "./pick.js";

/** `turnpipe threads show`: prints the details of a thread and, on request, its turns. */
export async function show(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const options = await queryOptions(argv, runContext);
  const query = onlyThread(argv);
  const [turns, markdown] = [argv["turns"] === true, argv["markdown"] === true];
  if (markdown && options.json) {
    throw new CliError("usage", "--markdown and --json exclude each other");
  }
  const given = (argv["include"] as string[] | undefined) ?? [];
  if (given.length > 0 && !turns && !markdown) {
    throw new CliError("usage", "--include requires --turns or --markdown");
  }
  const include = parseNames("include", given, ["diff", "raw"] as const);
  const view = { query, turns, markdown, include };
  const file = argv["record"] as string | undefined;
  if (file === undefined) return showThread(options, view, runContext);
  const { recordShow } = await import("./record-show.js");
  return recordShow(file, { options, view }, runContext, showThread);
}

/** Which thread to show, and how. */
export interface ShowOptions {
  query: ThreadQuery;
  turns: boolean;
  markdown: boolean;
  include: readonly Include[];
}

/** Prints the thread; also used to replay a recording of it. */
export function showThread(
  options: QueryOptions,
  { query, turns: withTurns, markdown, include: included }: ShowOptions,
  runContext: RunContext,
): Promise<number> {
  const { json } = options;
  const style = markdown
    ? "markdown"
    : STYLES[withTurns ? "turns" : "head"][json ? "json" : "text"];
  const include = new Set(included);
  return withServer(options, runContext, async (context) => {
    const stored = await pickThread(context.server, query, {
      cwd: runContext.cwd,
      archiveFilter: "both",
    });
    const thread = threadRecord(stored, { archived: isArchived(stored) });
    const now = runContext.recordingContext?.now ?? Date.now();
    const printer = PRINTERS[style](thread, { ...context, now, raw: options.rawOutput === true });
    await printer.head();
    if (printer.turn === undefined) return 0;
    if (stored.historyMode !== "paginated") context.notes.warn(NO_COMMANDS);
    let number = 0;
    const turns = (await context.server.history()).turns(thread.id, {
      first: "oldest",
      items: true,
    });
    for await (const turn of wholeTurns(turns)) {
      await printer.turn(storedTurnEvents(thread.id, turn, include), ++number);
    }
    return 0;
  });
}

const NO_COMMANDS =
  "commands are missing below: this codex, or the one that began the thread, does not store them";

const STYLES = {
  head: { json: "record", text: "facts" },
  turns: { json: "events", text: "turns" },
} as const;

type Style = "facts" | "record" | "events" | "turns" | "markdown";

interface ShowContext extends QueryContext {
  /** The time that ages are relative to. */
  now: number;
  /** Whether messages keep their control sequences. */
  raw: boolean;
}

interface Printer {
  head(): Promise<void>;
  turn?(events: ReturnType<typeof storedTurnEvents>, number: number): Promise<void>;
}

const PRINTERS: Readonly<Record<Style, (thread: ThreadRecord, context: ShowContext) => Printer>> = {
  facts: (thread, context) => ({ head: () => context.stdout.text(threadFacts(thread, context)) }),
  record: (thread, { stdout }) => ({ head: () => stdout.record(thread) }),
  events: (thread, { stdout, codexVersion, version }) => ({
    head: () => stdout.event(storedThreadStarted(thread, codexVersion, version)),
    async turn(events) {
      for (const event of events) await stdout.event(event);
    },
  }),
  turns: (thread, context) => ({
    head: () => context.stdout.text(threadFacts(thread, context)),
    turn(events) {
      const { stdout, paint, columns = 120, raw } = context;
      const cwd = thread.cwd ?? "";
      return stdout.text(`\n${renderTurn(events, { cwd, columns, paint, raw })}`);
    },
  }),
  markdown: (thread, { stdout, raw }) => ({
    head: () => stdout.text(transcriptHead(thread)),
    turn: (events, number) => stdout.text(transcriptTurn(events, number, raw)),
  }),
};

function threadFacts(thread: ThreadRecord, { paint, columns, now }: ShowContext): string {
  // Prompts are cut to one line; a path is useless without its end, so it is not.
  const short = (text: string): string =>
    columns === undefined ? text : fit(oneLine(text), columns - "directory  ".length);
  const time = (iso: string | null): string | null =>
    iso === null ? null : `${localTime(iso)} (${ago(iso, now)})`;
  return factSheet(
    [
      ["id", thread.id],
      ["name", thread.name === null ? null : short(thread.name)],
      ["prompt", short(thread.preview)],
      ["directory", thread.cwd],
      ["branch", thread.git?.branch ?? null],
      ["model", thread.model],
      ["provider", thread.model_provider],
      ["effort", thread.effort],
      ["created", time(thread.created_at)],
      ["updated", time(thread.updated_at)],
      ["archived", thread.archived ? "yes" : null],
      ["copy of", thread.forked_from],
      ["agent of", thread.parent],
      [
        "begun by",
        `${thread.source}${thread.codex_version === null ? "" : `, codex ${thread.codex_version}`}`,
      ],
      ["stored in", thread.path],
    ],
    paint,
  );
}
