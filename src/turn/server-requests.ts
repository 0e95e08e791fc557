import { anySignal } from "../async/any-signal.js";
import type { ApprovalRequest } from "../dialect/approval.js";
import { answerTo } from "../approvals/answer.js";
import type { Approver } from "../approvals/approver.js";
import { NEVER } from "../approvals/approver.js";
import { inShort } from "../approvals/describe.js";
import type { Decision } from "../approvals/response.js";
import { requestOf } from "../approvals/request.js";
import type { Emit } from "../dialect/events.js";
import type { AppServer } from "../protocol/app-server.js";
import type { ServerItem } from "../protocol/items.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { ServerRequest } from "../protocol/server-requests.js";
import type { Include } from "../translate/include.js";
import type { Limits } from "./limits.js";
import type { Notes } from "../session/session.js";

export interface ServerRequestContext {
  include: ReadonlySet<Include>;
  emit: Emit;
  notes: Notes;
  stop: AbortSignal;
  /** Who answers what the server asks; nobody, if not said. */
  approver?: Approver | undefined;
  /** Whether decisions are events though nobody asked for them: people see each one. */
  printsApprovals?: boolean;
  limits?: Limits | undefined;
}

/** Answers what a server asks while a turn runs, one after the other, and tells what was decided. */
export class ServerRequestHandler {
  readonly #settings: ServerRequestContext;
  readonly #declined: (subject: string) => void;
  /** What is going on: a question names it by its id only. */
  readonly #begun = new Map<string, ServerItem>();

  constructor(settings: ServerRequestContext, declined: (subject: string) => void) {
    this.#settings = settings;
    this.#declined = declined;
  }

  /** Why somebody wanted the turn to end, if anybody did. */
  aborted: string | null = null;

  /** News of items, also of other agents: they ask, too. */
  learn(notification: ServerNotification): void {
    if (notification.kind !== "itemStarted" && notification.kind !== "itemCompleted") return;
    const { item } = notification;
    if (item.type === "other") return;
    if (notification.kind === "itemStarted") this.#begun.set(item.id, item);
    else this.#begun.delete(item.id);
  }

  /** A question that no policy can answer is answered with an error; any other gets a decision. */
  async answer(serverRequest: ServerRequest, server: AppServer): Promise<void> {
    const { include, emit, notes, stop, printsApprovals } = this.#settings;
    const { id, kind, params } = serverRequest;
    const told = include.has("approvals") || printsApprovals === true;
    // Our lines know ids that are texts or whole numbers; any other is told as a text.
    const request_id = Number.isSafeInteger(id) ? id : String(id);
    if (told) {
      await emit({ type: "approval.requested", request_id, kind, request: params ?? null });
    }
    const request = requestOf(serverRequest, [...this.#begun.values()]);
    // A server that is gone waits for nobody's decision.
    const end = anySignal([stop, server.gone]);
    const decided = await (request === undefined ? NOT_OURS : this.#decide(request, end.signal));
    end.release();
    const { response, decision, reason } = answerTo(serverRequest, decided);
    server.answer(id, response);
    if (decision === "decline" || decision === "cancel") this.#declined(subjectOf(serverRequest));
    if (decision === "cancel" && !isForm(request?.kind)) this.aborted = reason;
    const subject = request === undefined ? kind : inShort(request);
    if (told) {
      const event = { request_id, kind, decision, reason, subject };
      await emit({ type: "approval.resolved", ...event });
    } else if (decision === "accept" || decision === "acceptForSession") {
      notes.note(`allowed: ${subject} (${reason})`);
    } else notes.warn(`declined a request of the server (${kind}): ${reason}`);
  }

  /** A person may take their time: no clock runs meanwhile. */
  #decide(request: ApprovalRequest, end: AbortSignal): Promise<Decision> {
    const { approver = NEVER, limits } = this.#settings;
    const deciding = approver.decide(request, end);
    return approver.isPerson === true && limits !== undefined
      ? limits.clocks.whileWaiting(deciding)
      : deciding;
  }
}

/** What is filled in can be put away while the turn goes on. */
const isForm = (kind: string | undefined): boolean =>
  kind === "elicitation" || kind === "user_input";

const NOT_OURS: Decision = { decision: "decline", reason: "nobody can decide this" };

/** The item a question is about; a question about none stands for itself. */
function subjectOf({ id, params }: ServerRequest): string {
  const given = params as { itemId?: unknown; callId?: unknown } | null | undefined;
  const itemId = given?.itemId ?? given?.callId;
  return typeof itemId === "string" ? itemId : `request ${String(id)}`;
}
