import type { ServerNotification } from "../protocol/notifications.js";
import type { OpenedThread } from "../session/open-thread.js";

/** Sees a turn as the server reports it: what codex prints for people is not all in the events. */
export interface TurnObserver {
  /** Called before the turn is started. */
  threadOpened(opened: OpenedThread, codexVersion: string): void;
  /** Called with each notification that belongs to the turn, before its events. */
  notification(notification: ServerNotification): void;
}
