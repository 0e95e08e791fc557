import { failureOf } from "../../src/outcome/errors.js";
import type { RecordingHead } from "../../src/dialect/recording.js";
import type { Runtime } from "../../src/context.js";
import type { RepositoryAccess } from "./finish-review.js";
import { concludeReview } from "./finish-review.js";
import type { ReviewOptions } from "./options.js";
import type { PreparedReview } from "./prepare.js";
import type { PlayOptions } from "../turn/turn-setup.js";
import type { Recorder } from "../../src/recording/record-session.js";
import { recorded, writtenFailure } from "../../src/recording/record-session.js";
import { turnFacts, watchTurn } from "../turn/record-inputs.js";

interface Session {
  options: ReviewOptions;
  play: PlayOptions;
  review: PreparedReview;
}

type RunReview = (play: PlayOptions, review: PreparedReview, runtime: Runtime) => Promise<number>;

/** Runs a review and records it, with everything read from the repository. */
export function recordReview(
  file: string,
  { options, play, review }: Session,
  runtime: Runtime,
  runReview: RunReview,
): Promise<number> {
  const facts = { turn: turnFacts(play, review.prepared), review: reviewFacts(options, review) };
  return recorded(file, facts, runtime, (recorder) => {
    const context = {
      ...review.context,
      repository: recordRepository(review.context.repository, recorder),
    };
    const prepared = watchTurn(
      {
        ...review.prepared,
        conclude: (event, { review: answerText }) => concludeReview(event, answerText, context),
      },
      recorder,
    );
    return runReview(play, { ...review, context, prepared }, { ...runtime, tape: recorder.tape });
  });
}

const reviewFacts = (
  { failOn, onlyNew, formats, acceptance }: ReviewOptions,
  { isEmpty, context }: PreparedReview,
): NonNullable<RecordingHead["review"]> => ({
  target: context.change.target,
  head: context.change.head,
  coverage: context.coverage,
  empty: isEmpty,
  now: context.now.toISOString(),
  format: formats.find(({ file }) => file === undefined)?.format ?? null,
  fail_on: failOn,
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
      note({ given: { unkept: writtenFailure(failureOf(error)) } });
      throw error;
    }
  },
});
