import { VERSION } from "../../version.js";
import type { ReportedFinding, ReviewReport } from "../report.js";
import { outcomeLine } from "./outcome-line.js";
import { isOutside, findingLines, repositoryPath } from "./place.js";
import { LEVEL, RULES } from "./sarif-rules.js";

/** Renders a SARIF 2.1.0 log of one run, for code scanning and editors. */
export const renderSarif = (report: ReviewReport, version = VERSION): string => {
  const runs = [runOf(report, version)];
  return `${JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs }, null, 2)}\n`;
};

const runOf = (report: ReviewReport, version: string) => ({
  tool: {
    driver: {
      name: "turnpipe",
      version,
      semanticVersion: version,
      rules: RULES,
    },
  },
  invocations: [invocationOf(report)],
  originalUriBaseIds: {
    [ROOT]: { description: { text: "The root of the repository under review." } },
  },
  columnKind: "utf16CodeUnits",
  results: report.findings.map(resultOf),
});

function invocationOf(report: ReviewReport) {
  const { outcome, problem } = report;
  if (outcome === "pass" || outcome === "fail") return { executionSuccessful: true };
  const isEmpty = outcome === "empty";
  const text = isEmpty ? outcomeLine(report) : plain(problem ?? "") || "Unknown reason.";
  const level = isEmpty ? "warning" : "error";
  return {
    executionSuccessful: isEmpty,
    toolExecutionNotifications: [{ level, message: { text } }],
  };
}

const resultOf = (finding: ReportedFinding) => ({
  ruleId: `P${finding.priority}`,
  ruleIndex: finding.priority,
  level: LEVEL[finding.priority],
  message: { text: plain(`${finding.title}\n\n${finding.body}`) || "(no text)" },
  locations: [{ physicalLocation: locationOf(finding) }],
  partialFingerprints: { "turnpipe/v1": finding.fingerprint },
  ...suppressed(finding),
  properties: { id: finding.id, confidence: finding.confidence, anchored: finding.anchored },
});

/** Always gives a file: GitHub rejects the whole log if one result has none. */
function locationOf(finding: ReportedFinding) {
  const uri = uriOf(repositoryPath(finding.file));
  const lines = findingLines(finding);
  return {
    artifactLocation: isOutside(finding.file) ? { uri } : { uri, uriBaseId: ROOT },
    ...(lines && { region: { startLine: lines.begin, endLine: lines.end } }),
  };
}

function suppressed({ accepted }: ReportedFinding) {
  if (accepted === null) return {};
  const until = accepted.expires === null ? "" : ` (until ${accepted.expires})`;
  const justification = `${accepted.reason}${until}`;
  return { suppressions: [{ kind: "external", status: "accepted", justification }] };
}

/** Encodes a path; half a surrogate pair is replaced, because encoding it would throw. */
const uriOf = (path: string): string =>
  path
    .replace(/\p{Surrogate}/gu, "\u{FFFD}")
    .split("/")
    .map(encodeURIComponent)
    .join("/");

/** Prevents `[text](target)` from becoming a link in a message by adding a blank. */
const plain = (text: string): string => text.trim().replaceAll("](", "] (");

const ROOT = "%SRCROOT%";
const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
