import type { ApprovalRequest } from "../dialect/approval.js";
import { prefixedRows, shortenedRows } from "./prompt-rows.js";

/** The text shown to a person, and whether rows were left out of it. */
export interface ApprovalPrompt {
  text: string;
  cut: boolean;
}

/**
 * Formats an approval request: first what the model says about it, last exactly what would be done.
 * Every row that quotes the model is prefixed and fits the terminal width, and the number of rows is
 * limited so that the end fits on a screen: no quoted text can pass for turnpipe's own prompt. With
 * `whole`, nearly all rows are shown.
 */
export function approvalPrompt(
  request: ApprovalRequest,
  { columns, whole = false }: { columns: number; whole?: boolean },
): ApprovalPrompt {
  const { heading, about, subject } = sectionsOf(request);
  const limits = whole ? WHOLE : SHORT;
  const aboutRows = shortenedRows(prefixedRows(about, columns), limits.about);
  const subjectRows = shortenedRows(prefixedRows(subject, columns), limits.subject);
  const lead = [...(aboutRows.rows.length === 0 ? [] : ["codex says:", ...aboutRows.rows])];
  return {
    text: [...lead, `codex wants to ${heading}:`, ...subjectRows.rows, ""].join("\n"),
    cut: aboutRows.cut || subjectRows.cut,
  };
}

/** How many rows are shown from the beginning and from the end. */
const SHORT = { about: { first: 12, last: 3 }, subject: { first: 9, last: 3 } };
/** Even the full view is limited. */
const WHOLE = { about: { first: 2000, last: 500 }, subject: { first: 2000, last: 500 } };

interface PromptSections {
  heading: string;
  /** Lines that explain it: the reason, the directory, the diff. */
  about: readonly string[];
  /** Lines that state exactly what accepting allows. */
  subject: readonly string[];
}

function sectionsOf(request: ApprovalRequest): PromptSections {
  const reason = labelled("reason", request.reason);
  switch (request.kind) {
    case "command": {
      const about = [...reason, ...labelled("in", request.cwd)];
      return request.host === null
        ? { heading: "run", about, subject: [request.command] }
        : { heading: "connect to", about, subject: [request.host] };
    }
    case "file_change":
      return {
        heading: "change",
        about: [...reason, ...request.changes.flatMap(diffLines)],
        subject: changedFiles(request),
      };
    case "permissions":
      return {
        heading: "get more permissions",
        about: [...reason, ...labelled("in", request.cwd)],
        subject: [JSON.stringify(request.permissions)],
      };
    case "mcp":
      return {
        heading: "call a tool",
        about: reason,
        subject: [
          `${request.server}/${request.tool ?? "?"} ${JSON.stringify(request.arguments) ?? ""}`,
        ],
      };
    case "user_input":
      return {
        heading: "ask a question",
        about: reason,
        subject: request.questions.map(({ question }) => question),
      };
    case "elicitation":
      return { heading: `have an answer`, about: reason, subject: [request.message] };
  }
}

const labelled = (label: string, text: string | null): string[] =>
  text === null || text === "" ? [] : [`${label}: ${text}`];

type FileChange = Extract<ApprovalRequest, { kind: "file_change" }>;
type Change = FileChange["changes"][number];

const diffLines = (change: Change): string[] =>
  change.diff === null || change.diff === "" ? [] : [`${changeLine(change)}:`, change.diff];

/** The directory comes last, because it allows more than the files do. */
const changedFiles = ({ changes, grant_root }: FileChange): string[] => [
  ...(changes.length === 0 ? ["files that the server did not name"] : changes.map(changeLine)),
  ...(grant_root === null ? [] : [`and from now on everything in ${grant_root}`]),
];

/** Includes the target of a move, which is allowed along with the change. */
const changeLine = ({ kind, path, move_path }: Change): string =>
  `${kind} ${path}${move_path === null ? "" : ` -> ${move_path}`}`;
