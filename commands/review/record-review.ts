import { failureOf } from "../../src/outcome/errors.js";
import type { RecordingHead } from "../../src/dialect/recording.js";
import type { RunContext } from "../../src/context.js";
import type { RepositoryAccess } from "./finish-review.js";
import type { ReviewOptions } from "./options.js";
import type { PreparedReview } from "./prepare.js";
import type { ExecuteOptions } from "../turn/execute-turn.js";
import type { Recorder } from "../../src/recording/record-session.js";
import { withRecording, toRecordedFailure } from "../../src/recording/record-session.js";
import { turnHead, recordTurnInputs } from "../turn/record-inputs.js";

type RunReview = (
  options: ExecuteOptions,
  review: PreparedReview,
  runContext: RunContext,
) => Promise<number>;

/** Runs a review and records it, with everything read from the repository. */
export function recordReview(
  file: string,
  { options, review }: { options: ReviewOptions; review: PreparedReview },
  runContext: RunContext,
  runReview: RunReview,
): Promise<number> {
  const { turn } = options;
  const head = turnHead({ ...turn, failOn: [] }, review.turn);
  return withRecording(
    file,
    { turn: head, review: reviewFacts(options, review) },
    runContext,
    (recorder) => {
      const repository = recordRepository(review.context.repository, recorder);
      const recorded = {
        ...review,
        context: { ...review.context, repository },
        turn: recordTurnInputs(review.turn, recorder),
      };
      return runReview(turn, recorded, {
        ...runContext,
        recordingContext: recorder.recordingContext,
      });
    },
  );
}

const reviewFacts = (
  { failOn, failOnEmpty, onlyNew, formats, acceptance }: ReviewOptions,
  { isEmpty, context }: PreparedReview,
): NonNullable<RecordingHead["review"]> => ({
  target: context.change.target,
  head: context.change.head,
  coverage: context.coverage,
  empty: isEmpty,
  now: context.now.toISOString(),
  format: formats.find(({ file }) => file === undefined)?.format ?? null,
  fail_on: failOn,
  fail_on_empty: failOnEmpty,
  only_new: onlyNew,
  baseline: context.baseline ?? null,
  acceptance: acceptance ?? null,
});

const recordRepository = (repository: RepositoryAccess, { note }: Recorder): RepositoryAccess => ({
  place() {
    const { roots, changed, readLines } = repository.place();
    note({ given: { place: { roots, changed: Object.fromEntries(changed) } } });
    const seen = new Map<string, readonly string[] | undefined>();
    const readOnce = (path: string): readonly string[] | undefined => {
      if (seen.has(path)) return seen.get(path);
      const lines = readLines(path);
      seen.set(path, lines);
      note({ given: { file: { path, lines: lines ?? null } } });
      return lines;
    };
    return { roots, changed, readLines: readOnce };
  },
  moved() {
    const moved = repository.moved();
    note({ given: { moved } });
    return moved;
  },
  async keep(path, text) {
    try {
      await repository.keep(path, text);
    } catch (error) {
      note({ given: { unkept: toRecordedFailure(failureOf(error)) } });
      throw error;
    }
  },
});
