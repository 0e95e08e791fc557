import type { RecordedFailure, RecordingHead } from "../../src/dialect/recording.js";
import type { Baseline } from "../../src/review/baseline.js";
import type { Coverage } from "../../src/review/coverage.js";
import type { LineRange } from "../../src/review/diff.js";
import type { Checkout } from "../../src/review/findings.js";
import type { Format } from "../../src/review/formats/formats.js";
import type { ReviewFailOn } from "../../src/review/report.js";
import type { TerminalEvent } from "../../src/dialect/events.js";
import type { FinishedTurn } from "../turn/finish-turn.js";
import type { PreparedTurn } from "../turn/prepare.js";
import type { ReviewContext, RepositoryAccess } from "../review/finish-review.js";
import { finishReview } from "../review/finish-review.js";
import { reportEmptyChange } from "../review/empty-change.js";
import { printedBy, renderFormats } from "../review/prepare.js";
import { runPreparedTurn } from "../turn/execute-turn.js";
import type { ReplaySession } from "../../src/recording/replay-session.js";
import { toCliError } from "../../src/recording/read-recording.js";
import { asWritten, optionsFrom, preparedFrom } from "./replay-turn.js";
import type { ViewOptions } from "./view-options.js";

type Review = NonNullable<RecordingHead["review"]>;

/** Replays a recorded review. */
export async function replayReview(
  { turn: head, review }: { turn: NonNullable<RecordingHead["turn"]>; review: Review },
  view: ViewOptions,
  replay: ReplaySession,
): Promise<number> {
  const options = optionsFrom(head, view);
  const context = contextFrom(review, replay);
  const format = (review.format as Format | null) ?? (head.json && !options.json ? "text" : null);
  const outputs = format === null ? [] : [{ format, path: undefined }];
  const turn = { ...(await preparedFrom(head, replay)), prints: printedBy(outputs) };
  const { runContext } = replay;
  const { version = "" } = runContext.recordingContext ?? {};
  const render = (event: TerminalEvent): FinishedTurn =>
    renderFormats(event, outputs, { onlyNew: review.only_new, version });
  const prepared = { isEmpty: review.empty, context, turn, render };
  if (review.empty) return reportEmptyChange(options, prepared, runContext);
  const finish: PreparedTurn["finish"] = async (result) =>
    asWritten(render(await finishReview(result, context)), result, replay);
  return runPreparedTurn(options, { ...turn, finish }, runContext);
}

const contextFrom = (review: Review, replay: ReplaySession): ReviewContext => ({
  options: {
    failOn: review.fail_on as ReviewFailOn,
    failOnEmpty: review.fail_on_empty === true,
    acceptance: review.acceptance ?? undefined,
  },
  change: { target: review.target, head: review.head },
  coverage: (review.coverage as Coverage | null | undefined) ?? null,
  baseline: (review.baseline as Baseline | null) ?? undefined,
  baselinePath: review.acceptance === null ? undefined : "the baseline",
  now: new Date(review.now),
  repository: repositoryFrom(replay),
});

/** The repository as recorded; nothing is written to it. */
const repositoryFrom = ({ given }: ReplaySession): RepositoryAccess => ({
  place: () => checkoutFrom(given),
  moved: () => (given("moved") as (string | null)[])[0] ?? null,
  keep() {
    const [unkept] = given("unkept") as RecordedFailure[];
    return unkept === undefined ? Promise.resolve() : Promise.reject(toCliError(unkept));
  },
});

function checkoutFrom(given: ReplaySession["given"]): Checkout {
  const [recorded] = given("place") as RecordedCheckout[];
  const files = new Map((given("file") as RecordedFile[]).map(({ path, lines }) => [path, lines]));
  return {
    roots: recorded?.roots ?? [],
    changed: new Map(Object.entries(recorded?.changed ?? {})),
    readLines: (file) => files.get(file) ?? undefined,
  };
}

interface RecordedCheckout {
  roots: readonly string[];
  changed: Readonly<Record<string, readonly LineRange[]>>;
}

interface RecordedFile {
  path: string;
  lines: readonly string[] | null;
}
