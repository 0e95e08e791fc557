import type { Anchor } from "../finding.js";
import type { ReportedFinding } from "../report.js";
import { visibleLine } from "./visible.js";

type Accepted = NonNullable<ReportedFinding["accepted"]>;

/** Notes on a finding: that it is not on the change, or that it is accepted. */
export function notesOn({ anchored, accepted }: ReportedFinding): string {
  const known = [ANCHOR[anchored], accepted === null ? "" : acceptance(accepted)];
  return known.filter((note) => note !== "").join("; ");
}

/** Describes why a finding is accepted, and until when. */
export function acceptance({ reason, expires }: Accepted): string {
  const until = expires === null ? "" : ` until ${visibleLine(expires)}`;
  const why = visibleLine(reason);
  return `accepted${until}${why === "" ? "" : `: ${why}`}`;
}

const ANCHOR = {
  "on-diff": "",
  near: "near the change",
  "off-diff": "not on the change",
} as const satisfies Record<Anchor, string>;
