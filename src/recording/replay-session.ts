import type { Approver } from "../approvals/approver.js";
import type { Decision } from "../approvals/response.js";
import type { CliError } from "../outcome/errors.js";
import type { Spoken } from "../protocol/recorded.js";
import { isSearch, isTurnEnd, loggedIn, threadOpened } from "../protocol/recorded.js";
import { redactSteps } from "../protocol/redact-replayed.js";
import type { RecordingStep } from "../dialect/recording.js";
import type { Runtime } from "../context.js";
import type { ThreadQuery } from "../session/find-thread.js";
import type { SteerLine, SteerSource } from "../dialect/steer-line.js";
import { Replayed } from "../transport/replay.js";
import { mailbox } from "./mailbox.js";
import type { Recording } from "./read-recording.js";
import { asError, endingOf } from "./read-recording.js";

/** A recording in the place of the outside world. */
export interface ReplaySession {
  runtime: Runtime;
  approver: Approver;
  steering: SteerSource;
  /** What was read from elsewhere, in order. */
  given(name: string): unknown[];
  /** The thread that was found, in the place of how it was looked for. */
  found(query: ThreadQuery | undefined): ThreadQuery | undefined;
  ending: CliError;
}

/** Sets a recording up to be played; somebody who stops it is heard at once. */
export function openReplay(recording: Recording, speed: number, world: Runtime): ReplaySession {
  const { head, endedAt } = recording;
  const steps = steeredInTime(redactSteps(recording.steps, world.secrets));
  const talk = steps.filter((step): step is RecordingStep & Spoken => "message" in step);
  const opened = threadOpened(talk);
  const ending = endingOf(recording);
  const decisions = mailbox<Decision>();
  const lines = mailbox<SteerLine>();
  const stop = new AbortController();
  let scripted = false;
  const server = new Replayed({
    steps: opened === undefined ? steps : withoutSearch(steps, talk),
    speed,
    ending,
    endedAt,
    busy: () => world.stdout.writableLength > 0,
    act(step) {
      if ("decided" in step) decisions.put(step.decided as Decision);
      if ("steered" in step) lines.put(step.steered as SteerLine);
      if (!("stopped" in step)) return;
      scripted = true;
      stop.abort(asError(step.stopped));
    },
  });
  // A stop of today ends the play; one that was recorded is part of it.
  stop.signal.addEventListener("abort", () => {
    if (!scripted) server.abandon(stop.signal.reason as CliError);
  });
  const stopped = (): void => {
    stop.abort(world.stop.signal.reason);
  };
  if (world.stop.signal.aborted) stopped();
  else world.stop.signal.addEventListener("abort", stopped, { once: true });
  const undecided = server.closed.then((): Decision => UNDECIDED);
  return {
    ending,
    runtime: {
      ...world,
      stop,
      cwd: head.cwd,
      env: { ...world.env, CODEX_API_KEY: loggedIn(talk) ? "recorded" : undefined },
      tape: {
        replays: true,
        version: head.version,
        now: Date.parse(head.at),
        screen: { isTTY: head.columns !== null, columns: head.columns ?? undefined },
        connect: () => server,
      },
    },
    approver: { decide: () => Promise.race([decisions.take(), undecided]) },
    steering: { onLine: lines.each, close: () => undefined },
    given: (name) =>
      steps.flatMap((step) => ("given" in step && name in step.given ? [step.given[name]] : [])),
    found: (query) => (opened === undefined ? query : { by: "id", id: opened }),
  };
}

const UNDECIDED: Decision = { decision: "decline", reason: "the recording has no decision" };

/** A line that was taken was there before the end of the turn was looked at, though not before it came. */
function steeredInTime(steps: readonly RecordingStep[]): RecordingStep[] {
  const result: RecordingStep[] = [];
  let end: number | undefined;
  for (const step of steps) {
    if ("steered" in step && end !== undefined) {
      result.splice(end++, 0, step);
      continue;
    }
    if ("from" in step && step.from === "client") end = undefined;
    if ("message" in step && isTurnEnd(step.message)) end ??= result.length;
    result.push(step);
  }
  return result;
}

/** Which thread it was is known by now; how it was found depends on files that are elsewhere. */
function withoutSearch(
  steps: readonly RecordingStep[],
  talk: readonly Spoken[],
): readonly RecordingStep[] {
  const asked = talk.filter(({ from, message }) => from === "client" && isSearch(message));
  const ids = new Set(asked.map(({ message }) => (message as { id: unknown }).id));
  return steps.filter((step) => {
    if (!("message" in step)) return true;
    const { id, method } = (step.message ?? {}) as { id?: unknown; method?: unknown };
    return step.from === "client" ? !isSearch(step.message) : method !== undefined || !ids.has(id);
  });
}
