import type { Approver } from "../approvals/approver.js";
import type { Decision } from "../approvals/response.js";
import type { CliError } from "../outcome/errors.js";
import type { Spoken } from "../protocol/recorded-messages.js";
import { isSearch, isTurnEnd, loggedIn, threadOpened } from "../protocol/recorded-messages.js";
import { redactSteps } from "../protocol/redact-replayed.js";
import type { RecordingStep } from "../dialect/recording.js";
import type { Runtime } from "../context.js";
import type { ThreadQuery } from "../session/find-thread.js";
import type { SteerLine, SteerSource } from "../dialect/steer-line.js";
import { Replayed } from "../transport/replay.js";
import { asyncQueue } from "./async-queue.js";
import type { Recording } from "./read-recording.js";
import { asError, replayEndError } from "./read-recording.js";

/** Replays a recording: replaces the server, the approver, steering, and other inputs. */
export interface ReplaySession {
  runtime: Runtime;
  approver: Approver;
  steering: SteerSource;
  /** The recorded inputs of that name, in order. */
  given(name: string): unknown[];
  /** Replaces a query by the id of the thread it found. */
  found(query: ThreadQuery | undefined): ThreadQuery | undefined;
  ending: CliError;
}

/** Prepares a replay. A stop signal aborts it at once. */
export function openReplay(recording: Recording, speed: number, runtime: Runtime): ReplaySession {
  const { head, endedAt } = recording;
  const steps = steeringBeforeTurnEnd(redactSteps(recording.steps, runtime.secrets));
  const messages = steps.filter((step): step is RecordingStep & Spoken => "message" in step);
  const opened = threadOpened(messages);
  const ending = replayEndError(recording);
  const decisions = asyncQueue<Decision>();
  const lines = asyncQueue<SteerLine>();
  const stop = new AbortController();
  let stopWasRecorded = false;
  const server = new Replayed({
    steps: opened === undefined ? steps : withoutSearch(steps, messages),
    speed,
    ending,
    endedAt,
    busy: () => runtime.stdout.writableLength > 0,
    act(step) {
      if ("decided" in step) decisions.put(step.decided as Decision);
      if ("steered" in step) lines.put(step.steered as SteerLine);
      if (!("stopped" in step)) return;
      stopWasRecorded = true;
      stop.abort(asError(step.stopped));
    },
  });
  // A stop signal now ends the replay; a recorded one is part of it.
  stop.signal.addEventListener("abort", () => {
    if (!stopWasRecorded) server.abandon(stop.signal.reason as CliError);
  });
  const stopped = (): void => {
    stop.abort(runtime.stop.signal.reason);
  };
  if (runtime.stop.signal.aborted) stopped();
  else runtime.stop.signal.addEventListener("abort", stopped, { once: true });
  const undecided = server.closed.then((): Decision => UNDECIDED);
  return {
    ending,
    runtime: {
      ...runtime,
      stop,
      cwd: head.cwd,
      env: { ...runtime.env, CODEX_API_KEY: loggedIn(messages) ? "recorded" : undefined },
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

/**
 * Moves accepted steering lines before the end of their turn: they were read before that message
 * was handled, but after it arrived.
 */
function steeringBeforeTurnEnd(steps: readonly RecordingStep[]): RecordingStep[] {
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

/**
 * Drops the search for the thread: its id is known, and the search depends on files not recorded.
 */
function withoutSearch(
  steps: readonly RecordingStep[],
  messages: readonly Spoken[],
): readonly RecordingStep[] {
  const searches = messages.filter(({ from, message }) => from === "client" && isSearch(message));
  const ids = new Set(searches.map(({ message }) => (message as { id: unknown }).id));
  return steps.filter((step) => {
    if (!("message" in step)) return true;
    const { id, method } = (step.message ?? {}) as { id?: unknown; method?: unknown };
    return step.from === "client" ? !isSearch(step.message) : method !== undefined || !ids.has(id);
  });
}
