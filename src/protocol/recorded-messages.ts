import { METHOD } from "./methods.js";

/** A message of a recording. */
export interface RecordedMessage {
  from: "client" | "server";
  message: unknown;
}

interface Wire {
  method?: unknown;
  params?: unknown;
}

/** Whether the client logged in with a key. */
export const hasLogin = (conversation: readonly RecordedMessage[]): boolean =>
  conversation.some(({ from, message }) => from === "client" && methodOf(message) === METHOD.logIn);

/** Whether the client asked who is logged in. */
export const readsLogin = (conversation: readonly RecordedMessage[]): boolean =>
  conversation.some(
    ({ from, message }) => from === "client" && methodOf(message) === METHOD.readAccount,
  );

/** The id of the stored thread that the client opened, if it did. */
export function openedThreadId(conversation: readonly RecordedMessage[]): string | undefined {
  const opening = conversation.find(
    ({ from, message }) => from === "client" && OPENING_METHODS.has(methodOf(message)),
  );
  const { threadId } = ((opening?.message as Wire | undefined)?.params ?? {}) as Wire & {
    threadId?: unknown;
  };
  return typeof threadId === "string" ? threadId : undefined;
}

const OPENING_METHODS: ReadonlySet<string> = new Set([
  METHOD.resumeThread,
  METHOD.forkThread,
  METHOD.readThread,
]);

/** Whether a client message is `thread/list`. */
export const isThreadList = (message: unknown): boolean => methodOf(message) === METHOD.listThreads;

/** Whether a server message is `turn/completed`. */
export const isTurnCompleted = (message: unknown): boolean =>
  methodOf(message) === "turn/completed";

const methodOf = (message: unknown): string => {
  const { method } = (message ?? {}) as Wire;
  return typeof method === "string" ? method : "";
};
