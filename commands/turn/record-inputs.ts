import type { Approver } from "../../src/approvals/approver.js";
import type { RecordingHead } from "../../src/dialect/recording.js";
import type { TurnRequest } from "../../src/turn/turn-runner.js";
import type { SteerSource } from "../../src/dialect/steer-line.js";
import type { PreparedTurn } from "./prepare.js";
import type { RetryPolicy } from "../../src/turn/retry/run-with-retries.js";
import type { ExecuteOptions } from "./execute-turn.js";
import type { Verification } from "../../src/turn/verify/verify-turn.js";
import type { Recorder } from "../../src/recording/record-session.js";

type TurnInputs = Omit<PreparedTurn, "finish">;

/** The part of a recording's first line that describes the turn. */
export const turnHead = (
  { json, include, failOn, minQuota, limits }: ExecuteOptions,
  { warnsUntrusted, approver, steering, verify, retry }: TurnInputs,
): NonNullable<RecordingHead["turn"]> => ({
  json,
  include: [...include],
  fail_on: [...(failOn ?? [])],
  min_quota: minQuota ?? null,
  tells_trust: warnsUntrusted ?? false,
  decides: approver !== undefined,
  steers: steering !== undefined,
  budget: { tokens: limits?.maxTokens ?? null, steps: limits?.maxSteps ?? null },
  verify: verify === undefined ? null : { command: verify.command, retries: verify.retries },
  retry: retry === undefined ? null : { unsafe: retry.unsafe },
});

/** Wraps a turn so that every input that is not from the server is recorded. */
export function recordTurnInputs<T extends TurnInputs>(prepared: T, recorder: Recorder): T {
  const { approver, steering, verify, retry } = prepared;
  return {
    ...prepared,
    request: (prompt) => {
      const request = prepared.request(prompt);
      recorder.note({ given: { request: withoutInput(request) } });
      return request;
    },
    verify: verify && recordChecks(verify, recorder),
    retry: retry && recordRetries(retry, recorder),
    approver: approver && recordDecisions(approver, recorder),
    steering: steering && recordSteering(steering, recorder),
  };
}

/** The prompt may be long, and is already recorded as part of the messages to the server. */
const withoutInput = ({ thread, task }: TurnRequest): TurnRequest => ({
  thread,
  task: task.kind === "turn" ? { ...task, params: { ...task.params, input: [] } } : task,
});

const recordChecks = (verify: Verification, { note }: Recorder): Verification => ({
  ...verify,
  async check(stop) {
    const check = await verify.check(stop);
    note({ given: { check } });
    return check;
  },
});

const recordRetries = (retry: RetryPolicy, { note }: Recorder): RetryPolicy => ({
  ...retry,
  next(failed) {
    const next = retry.next(failed);
    note({ given: { retry: next ?? null } });
    return next;
  },
  async pause(ms, stop) {
    await retry.pause(ms, stop);
    note({ given: { pause: ms } });
  },
});

const recordDecisions = (approver: Approver, { note }: Recorder): Approver => ({
  isPerson: approver.isPerson,
  async decide(request, stop) {
    const decision = await approver.decide(request, stop);
    note({ decided: { ...decision } });
    return decision;
  },
});

function recordSteering(source: SteerSource, { note }: Recorder): SteerSource {
  let open = true;
  return {
    onLine(take) {
      source.onLine((line) => {
        // Lines after the close are not used by the turn either.
        if (open) note({ steered: line });
        take(line);
      });
    },
    pause: () => source.pause?.(),
    resume: () => source.resume?.(),
    close: () => {
      open = false;
      source.close();
    },
  };
}
