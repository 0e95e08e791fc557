import { onAbort } from "../async/on-abort.js";
import type { Approver } from "../approvals/approver.js";
import type { Decision } from "../approvals/response.js";
import type { CliError } from "../outcome/errors.js";
import type { RecordedMessage } from "../protocol/recorded-messages.js";
import {
  isThreadList,
  isTurnCompleted,
  hasLogin,
  openedThreadId,
  readsLogin,
} from "../protocol/recorded-messages.js";
import { redactSteps } from "../protocol/redact-replayed.js";
import type { RecordingStep } from "../dialect/recording.js";
import type { RunContext } from "../context.js";
import type { ThreadQuery } from "../session/find-thread.js";
import type { SteerLine, SteerSource } from "../dialect/steer-line.js";
import { ReplayTransport } from "../transport/replay.js";
import { asyncQueue } from "./async-queue.js";
import type { Recording } from "./read-recording.js";
import { toCliError, replayEndError } from "./read-recording.js";

/** Replays a recording: replaces the server, the approver, steering, and other inputs. */
export interface ReplaySession {
  runContext: RunContext;
  approver: Approver;
  steering: SteerSource;
  /** The recorded inputs of that name, in order. */
  given(name: string): unknown[];
  /** Replaces a query by the id of the thread it found. */
  found(query: ThreadQuery | undefined): ThreadQuery | undefined;
  ending: CliError;
}

/** Prepares a replay. A stop signal aborts it at once. */
export function openReplay(
  recording: Recording,
  speed: number,
  runContext: RunContext,
): ReplaySession {
  const { head, endedAt } = recording;
  const steps = steeringBeforeTurnEnd(redactSteps(recording.steps, runContext.secrets));
  const messages = steps.filter((step) => "message" in step);
  const opened = openedThreadId(messages);
  const ending = replayEndError(recording);
  const decisions = asyncQueue<Decision>();
  const lines = asyncQueue<SteerLine>();
  const stop = new AbortController();
  let stopWasRecorded = false;
  const server = new ReplayTransport({
    steps: opened === undefined ? steps : withoutSearch(steps, messages),
    speed,
    ending,
    endedAt,
    isClientBusy: () => runContext.stdout.writableLength > 0,
    applyStep(step) {
      if ("decided" in step) decisions.put(step.decided as Decision);
      if ("steered" in step) lines.put(step.steered as SteerLine);
      if (!("stopped" in step)) return;
      stopWasRecorded = true;
      stop.abort(toCliError(step.stopped));
    },
  });
  // A stop signal now ends the replay; a recorded one is part of it.
  stop.signal.addEventListener("abort", () => {
    if (!stopWasRecorded) server.abandon(stop.signal.reason as CliError);
  });
  onAbort(runContext.stop.signal, () => {
    stop.abort(runContext.stop.signal.reason);
  });
  const undecided = server.closed.then((): Decision => UNDECIDED);
  return {
    ending,
    runContext: {
      ...runContext,
      stop,
      cwd: head.cwd,
      env: { ...runContext.env, CODEX_API_KEY: hasLogin(messages) ? "recorded" : undefined },
      recordingContext: {
        isReplay: true,
        readsLogin: readsLogin(messages),
        version: head.version,
        now: Date.parse(head.at),
        terminal: { isTTY: head.columns !== null, columns: head.columns ?? undefined },
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
    if ("message" in step && isTurnCompleted(step.message)) end ??= result.length;
    result.push(step);
  }
  return result;
}

/**
 * Drops the search for the thread: its id is known, and the search depends on files not recorded.
 */
function withoutSearch(
  steps: readonly RecordingStep[],
  messages: readonly RecordedMessage[],
): readonly RecordingStep[] {
  const searches = messages.filter(
    ({ from, message }) => from === "client" && isThreadList(message),
  );
  const ids = new Set(searches.map(({ message }) => (message as { id: unknown }).id));
  return steps.filter((step) => {
    if (!("message" in step)) return true;
    const { id, method } = (step.message ?? {}) as { id?: unknown; method?: unknown };
    return step.from === "client"
      ? !isThreadList(step.message)
      : method !== undefined || !ids.has(id);
  });
}
