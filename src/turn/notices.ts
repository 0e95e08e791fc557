import { CliError } from "../outcome/errors.js";
import type { ServerNotification } from "../protocol/notifications.js";
import { isUnreadableTurnCompleted } from "../protocol/notifications.js";
import { PROJECT_CONFIG_IGNORED } from "../session/config-notices.js";
import { malformedReports } from "../session/malformed-reports.js";
import type { Notes } from "../session/session.js";

const MAX_REPORTED = 100;

/** Reports server messages that do not belong to a turn, each kind once. */
export class Notices {
  readonly #notes: Notes;
  readonly #reported = new Set<string>();

  readonly malformed: (problem: string) => void;

  constructor(notes: Notes) {
    this.#notes = notes;
    this.malformed = malformedReports(notes);
  }

  /** On stderr only: codex exec has no such event. */
  projectConfigIgnored(): void {
    if (this.#first(PROJECT_CONFIG_IGNORED)) this.#notes.warn(PROJECT_CONFIG_IGNORED);
  }

  /** Notes an unknown notification; returns an error if it is an unreadable end of our turn. */
  unknown(
    notification: Extract<ServerNotification, { kind: "unknown" }>,
    threadId: string,
  ): CliError | undefined {
    const { method } = notification.wire;
    if (isUnreadableTurnCompleted(notification, threadId)) {
      return new CliError(
        "protocol",
        `cannot read ${method}${statusSuffix(notification.wire.params)}: ${notification.problem ?? ""}`,
      );
    }
    if (this.#reported.size < MAX_REPORTED && this.#first(method)) {
      this.#notes.note(`the server sent ${method}, which this version does not know`);
    }
    return undefined;
  }

  #first(what: string): boolean {
    const isNew = !this.#reported.has(what);
    this.#reported.add(what);
    return isNew;
  }
}

/** The status in an unreadable turn/completed, if there is one. */
function statusSuffix(params: unknown): string {
  const status = (params as { turn?: { status?: unknown } | null } | null)?.turn?.status;
  return status === undefined ? "" : ` (status ${JSON.stringify(status).slice(0, MAX_STATUS)})`;
}

const MAX_STATUS = 80;
