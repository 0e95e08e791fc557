import type { ApprovalRequest } from "../dialect/approval.js";
import { prefixedRows, shortened } from "./prompt-rows.js";

/** A question for a person, and whether something is left out of it. */
export interface ApprovalPrompt {
  text: string;
  cut: boolean;
}

/**
 * Lays out what is asked for: first what the model says about it, last exactly what would be done.
 * Every row that is not ours is prefixed and fits the terminal, and there are few enough of them for
 * the end to fit a screen, so that no text can pass for a question of ours. `whole` shows all of it.
 */
export function approvalPrompt(
  request: ApprovalRequest,
  { columns, whole = false }: { columns: number; whole?: boolean },
): ApprovalPrompt {
  const { heading, about, subject } = sectionsOf(request);
  const limits = whole ? WHOLE : SHORT;
  const aboutRows = shortened(prefixedRows(about, columns), limits.about);
  const subjectRows = shortened(prefixedRows(subject, columns), limits.subject);
  const lead = [...(aboutRows.rows.length === 0 ? [] : ["codex says:", ...aboutRows.rows])];
  return {
    text: [...lead, `codex wants to ${heading}:`, ...subjectRows.rows, ""].join("\n"),
    cut: aboutRows.cut || subjectRows.cut,
  };
}

/** Rows, from the beginning and from the end. */
const SHORT = { about: { first: 12, last: 3 }, subject: { first: 9, last: 3 } };
/** What is asked for on purpose has an end, too. */
const WHOLE = { about: { first: 2000, last: 500 }, subject: { first: 2000, last: 500 } };

interface PromptSections {
  heading: string;
  /** Lines that explain it: the reason, the place, the diff. */
  about: readonly string[];
  /** Lines that say exactly what is allowed by a yes. */
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
        heading: "have more permissions",
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
        heading: "have an answer",
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

/** The directory comes last: it allows more than the files do. */
const changedFiles = ({ changes, grant_root }: FileChange): string[] => [
  ...(changes.length === 0 ? ["files that the server did not name"] : changes.map(changeLine)),
  ...(grant_root === null ? [] : [`and from now on everything in ${grant_root}`]),
];

/** Where it goes is a part of what is allowed. */
const changeLine = ({ kind, path, move_path }: Change): string =>
  `${kind} ${path}${move_path === null ? "" : ` -> ${move_path}`}`;
