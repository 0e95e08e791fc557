import { CliError, failureOf } from "../../src/outcome/errors.js";
import type { DoctorRecord } from "../../src/dialect/records.js";
import { abortable } from "../../src/async/abortable.js";
import { explainRpcError } from "../../src/session/session.js";
import type { Cause } from "../../src/outcome/causes.js";
import { withDeadline } from "../../src/async/with-deadline.js";

export type CheckName = DoctorRecord["check"];

/** The result of a check that did not fail. */
export type CheckResult = Pick<DoctorRecord, "summary"> &
  Partial<Pick<DoctorRecord, "status" | "hint" | "details">>;

/** The time limit of a check, and the signal that stops it. */
export interface CheckLimits {
  ms: number;
  stop: AbortSignal;
}

/** A row of the report; a failed one has the cause that decides the exit status. */
export interface CheckRow {
  record: DoctorRecord;
  cause: Cause | undefined;
}

/**
 * Runs one check and always returns a row: an error or a timeout is a failed check. Only an abort of
 * `stop` is thrown.
 */
export async function check(
  name: CheckName,
  { ms, stop }: CheckLimits,
  run: (until: AbortSignal) => Promise<CheckResult> | CheckResult,
  { late = "failed", details = {} }: { late?: Cause; details?: DoctorRecord["details"] } = {},
): Promise<CheckRow> {
  const tooLate = new CliError(late, `no answer within ${String(ms / 1000)} s`);
  try {
    return found(
      name,
      await withDeadline({ stop, ms, late: tooLate }, (until) =>
        abortable(
          Promise.resolve().then(() => run(until)),
          until,
        ),
      ),
    );
  } catch (error) {
    if (stop.aborted) throw stop.reason;
    return failed(name, error, details);
  }
}

export const found = (name: CheckName, finding: CheckResult): CheckRow => ({
  record: {
    check: name,
    status: finding.status ?? "ok",
    summary: finding.summary,
    hint: finding.hint ?? null,
    cause: null,
    details: finding.details ?? {},
  },
  cause: undefined,
});

export const skipped = (name: CheckName, summary: string): CheckRow =>
  found(name, { status: "skipped", summary });

export function failed(
  name: CheckName,
  error: unknown,
  details: DoctorRecord["details"] = {},
): CheckRow {
  const explained = explainRpcError(error);
  const { message: summary, cause } = failureOf(explained);
  const hint = explained instanceof CliError ? (explained.hint ?? null) : null;
  return { record: { check: name, status: "fail", summary, hint, cause, details }, cause };
}
