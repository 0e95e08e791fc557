/** One event of a Responses stream, as it stands in the `data:` line. */
export interface SseEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** An event, and how long to wait before sending it. */
export interface Beat {
  readonly pauseMs: number;
  readonly event: SseEvent;
}

/** A beat that follows the one before it without a pause. */
export const now = (event: SseEvent): Beat => ({ pauseMs: 0, event });
