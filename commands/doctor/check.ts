import { CliError, failureOf } from "../../src/outcome/errors.js";
import type { DoctorRecord } from "../../src/dialect/records.js";
import { abortable } from "../../src/async/abortable.js";
import { explainRpcError } from "../../src/session/session.js";
import type { Cause } from "../../src/outcome/causes.js";
import { withDeadline } from "../../src/async/with-deadline.js";

export type CheckName = DoctorRecord["check"];

/** What a check that did not fail has to tell. */
export type Finding = Pick<DoctorRecord, "summary"> &
  Partial<Pick<DoctorRecord, "status" | "hint" | "details">>;

/** How long a check may take, and what ends it at once. */
export interface Limits {
  ms: number;
  stop: AbortSignal;
}

/** A row, and for one that failed the cause that decides about the exit status. */
export interface Row {
  record: DoctorRecord;
  cause: Cause | undefined;
}

/**
 * One check, to a row in any case: what is thrown is a failure of it, and so is a wait without end.
 * Only the wish to stop goes through.
 */
export async function check(
  name: CheckName,
  { ms, stop }: Limits,
  look: (until: AbortSignal) => Promise<Finding> | Finding,
  { late = "failed", details = {} }: { late?: Cause; details?: DoctorRecord["details"] } = {},
): Promise<Row> {
  const tooLate = new CliError(late, `no answer within ${String(ms / 1000)} s`);
  try {
    return found(
      name,
      await withDeadline({ stop, ms, late: tooLate }, (until) =>
        abortable(
          Promise.resolve().then(() => look(until)),
          until,
        ),
      ),
    );
  } catch (error) {
    if (stop.aborted) throw stop.reason;
    return failed(name, error, details);
  }
}

export const found = (name: CheckName, finding: Finding): Row => ({
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

export const skipped = (name: CheckName, summary: string): Row =>
  found(name, { status: "skipped", summary });

export function failed(
  name: CheckName,
  error: unknown,
  details: DoctorRecord["details"] = {},
): Row {
  const ours = explainRpcError(error);
  const { message: summary, cause } = failureOf(ours);
  const hint = ours instanceof CliError ? (ours.hint ?? null) : null;
  return { record: { check: name, status: "fail", summary, hint, cause, details }, cause };
}
