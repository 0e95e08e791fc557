import { anySignal } from "../async/any-signal.js";
import type { ApprovalRequest } from "../dialect/approval.js";
import { resolutionOf } from "../approvals/resolution.js";
import type { Approver } from "../approvals/approver.js";
import { DECLINE_ALL } from "../approvals/approver.js";
import { summaryLine } from "../approvals/summary-line.js";
import type { Decision } from "../approvals/response.js";
import { approvalRequestOf } from "../approvals/approval-request.js";
import type { Emit } from "../dialect/events.js";
import type { AppServer } from "../protocol/app-server.js";
import type { ServerItem } from "../protocol/items.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { ServerRequest } from "../protocol/server-requests.js";
import type { Include } from "../translate/include.js";
import type { RunLimits } from "./limits.js";
import type { Notes } from "../session/session.js";

export interface ServerRequestContext {
  include: ReadonlySet<Include>;
  emit: Emit;
  notes: Notes;
  stop: AbortSignal;
  /** Decides server requests; without one all are declined. */
  approver?: Approver | undefined;
  /**
   * Whether to emit approval events without `--include approvals`: the text output shows each one.
   */
  printsApprovals?: boolean;
  limits?: RunLimits | undefined;
}

/** Answers the server requests of a turn, one after the other, and reports each decision. */
export class ServerRequestHandler {
  readonly #context: ServerRequestContext;
  readonly #declined: (subject: string) => void;
  /** Items in progress: a server request refers to them by id only. */
  readonly #runningItems = new Map<string, ServerItem>();

  constructor(context: ServerRequestContext, declined: (subject: string) => void) {
    this.#context = context;
    this.#declined = declined;
  }

  /** The reason of a decision that cancels the turn. */
  aborted: string | null = null;

  /** Tracks items, also those of sub-agents: they send requests, too. */
  onNotification(notification: ServerNotification): void {
    if (notification.kind !== "itemStarted" && notification.kind !== "itemCompleted") return;
    const { item } = notification;
    if (item.type === "other") return;
    if (notification.kind === "itemStarted") this.#runningItems.set(item.id, item);
    else this.#runningItems.delete(item.id);
  }

  /**
   * Answers a request with a decision, or with an error if no policy can decide it. Calls `interrupt` for a
   * decision that cancels the turn: for some kinds of request the response alone does not end it.
   */
  async answer(
    serverRequest: ServerRequest,
    server: AppServer,
    interrupt: () => void,
  ): Promise<void> {
    const { include, emit, notes, stop, printsApprovals } = this.#context;
    const { id, kind, params } = serverRequest;
    const emitsEvents = include.has("approvals") || printsApprovals === true;
    // Our events allow strings and integers as ids; any other id is printed as a string.
    const request_id = Number.isSafeInteger(id) ? id : String(id);
    if (emitsEvents) {
      await emit({ type: "approval.requested", request_id, kind, request: params ?? null });
    }
    const request = approvalRequestOf(serverRequest, [...this.#runningItems.values()]);
    // Once the server is gone, no decision is needed.
    const end = anySignal([stop, server.gone]);
    const decided = await (request === undefined ? UNSUPPORTED : this.#decide(request, end.signal));
    end.release();
    const { response, decision, reason } = resolutionOf(serverRequest, decided);
    if (decision === "cancel" && !isForm(request?.kind)) {
      this.aborted = reason;
      // Before the response: with that, the model might go on and end the turn.
      interrupt();
    }
    server.answer(id, response);
    if (decision === "decline" || decision === "cancel") this.#declined(subjectOf(serverRequest));
    const subject = request === undefined ? kind : summaryLine(request);
    if (emitsEvents) {
      const event = { request_id, kind, decision, reason, subject };
      await emit({ type: "approval.resolved", ...event });
    } else if (decision === "accept" || decision === "acceptForSession") {
      notes.note(`allowed: ${subject} (${reason})`);
    } else notes.warn(`declined a request of the server (${kind}): ${reason}`);
  }

  /** The time limits are paused while a person decides. */
  #decide(request: ApprovalRequest, end: AbortSignal): Promise<Decision> {
    const { approver = DECLINE_ALL, limits } = this.#context;
    const deciding = approver.decide(request, end);
    return approver.isPerson === true && limits !== undefined
      ? limits.timers.whileWaiting(deciding)
      : deciding;
  }
}

/** A form can be cancelled without ending the turn. */
const isForm = (kind: string | undefined): boolean =>
  kind === "elicitation" || kind === "user_input";

const UNSUPPORTED: Decision = { decision: "decline", reason: "no approver can decide this" };

/** The id of the item a request is about, or else of the request itself. */
function subjectOf({ id, params }: ServerRequest): string {
  const itemIds = params as { itemId?: unknown; callId?: unknown } | null | undefined;
  const itemId = itemIds?.itemId ?? itemIds?.callId;
  return typeof itemId === "string" ? itemId : `request ${String(id)}`;
}
