import { CliError } from "../outcome/errors.js";
import type { ServerNotification } from "../protocol/notifications.js";
import { isUnreadableEnd } from "../protocol/notifications.js";
import { LEFT_ALONE } from "../session/config-notices.js";
import { malformedReports } from "../session/malformed-reports.js";
import type { Notes } from "../session/session.js";

const MOST_NAMED = 100;

/** What people are told of messages that are no news of a turn, each thing once. */
export class Notices {
  readonly #notes: Notes;
  readonly #told = new Set<string>();

  /** A message that could not be read. */
  readonly malformed: (problem: string) => void;

  constructor(notes: Notes) {
    this.#notes = notes;
    this.malformed = malformedReports(notes);
  }

  /** On stderr only: in the dialect of codex exec there is no such line. */
  leftAlone(): void {
    if (this.#first(LEFT_ALONE)) this.#notes.warn(LEFT_ALONE);
  }

  /** News we do not know is named; if it was the end of our turn, what is wrong with it is told. */
  foreign(
    notification: Extract<ServerNotification, { kind: "unknown" }>,
    threadId: string,
  ): CliError | undefined {
    const { method } = notification.wire;
    if (isUnreadableEnd(notification, threadId)) {
      return new CliError(
        "protocol",
        `cannot read ${method}${named(notification.wire.params)}: ${notification.problem ?? ""}`,
      );
    }
    if (this.#told.size < MOST_NAMED && this.#first(method)) {
      this.#notes.note(`the server sent ${method}, which this version does not know`);
    }
    return undefined;
  }

  #first(what: string): boolean {
    const isNew = !this.#told.has(what);
    this.#told.add(what);
    return isNew;
  }
}

/** The status in an end of a turn, if it is there in any shape. */
function named(params: unknown): string {
  const status = (params as { turn?: { status?: unknown } | null } | null)?.turn?.status;
  return status === undefined ? "" : ` (status ${JSON.stringify(status).slice(0, MOST_STATUS)})`;
}

const MOST_STATUS = 80;
