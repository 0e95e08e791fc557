/** One event of a Responses stream, as in its `data:` line. */
export interface SseEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** An event, and how long to wait before sending it. */
export interface TimedEvent {
  readonly pauseMs: number;
  readonly event: SseEvent;
}

/** An event that is sent without a pause. */
export const immediate = (event: SseEvent): TimedEvent => ({ pauseMs: 0, event });
