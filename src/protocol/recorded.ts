import { CALL } from "./methods.js";

/** A message of a recorded conversation, as far as anybody looks into it. */
export interface Spoken {
  from: "client" | "server";
  message: unknown;
}

interface Wire {
  id?: unknown;
  method?: unknown;
  params?: unknown;
  result?: unknown;
  error?: unknown;
}

/** Hides what a conversation says about logins and in settings; one for each conversation. */
export function createVeil(): (spoken: Spoken) => unknown {
  const asked = { client: new Map<unknown, string>(), server: new Map<unknown, string>() };
  return ({ from, message }) => {
    if (typeof message !== "object" || message === null) return message;
    const wire = message as Wire;
    if (typeof wire.method === "string") {
      asked[from].set(wire.id, wire.method);
      return PRIVATE.has(wire.method) ? { ...wire, params: allHidden(wire.params) } : message;
    }
    const method = asked[from === "client" ? "server" : "client"].get(wire.id) ?? "";
    if (PRIVATE.has(method)) return { ...wire, ...hiddenReply(wire, allHidden) };
    return method === CALL.readConfig ? { ...wire, ...hiddenReply(wire, secretsHidden) } : message;
  };
}

const PRIVATE: ReadonlySet<string> = new Set([
  CALL.logIn,
  CALL.readAccount,
  "account/login/completed",
  "account/chatgptAuthTokens/refresh",
  "attestation/generate",
]);

const hiddenReply = ({ result }: Wire, hide: (value: unknown) => unknown) =>
  result === undefined ? {} : { result: hide(result) };

const HIDDEN = "[redacted]";

/** Every text but the kind of the thing. */
function allHidden(value: unknown, key = ""): unknown {
  if (typeof value === "string") return key === "type" ? value : HIDDEN;
  return within(value, allHidden);
}

/** Settings with what looks like a secret hidden, and what is handed to programs and servers. */
function secretsHidden(value: unknown, key = ""): unknown {
  if (typeof value === "string") return looksSecret(key) ? HIDDEN : value;
  return within(value, HANDED_OVER.test(key) ? allHidden : secretsHidden);
}

const HANDED_OVER = /^(env|set|http_?headers|query_?params)$/i;

/** Whether a setting of this name holds what nobody else should read. */
export const looksSecret = (name: string): boolean =>
  /secret|passw|bearer|credential|authorization|api_?key|private_?key|tokens?$/i.test(name);

function within(value: unknown, hide: (value: unknown, key?: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => hide(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hide(each, key)]));
}

/** Whether a client logged in with a key. */
export const loggedIn = (conversation: readonly Spoken[]): boolean =>
  conversation.some(({ from, message }) => from === "client" && methodOf(message) === CALL.logIn);

/** The stored thread that a client opened, if it did. */
export function threadOpened(conversation: readonly Spoken[]): string | undefined {
  const opening = conversation.find(
    ({ from, message }) => from === "client" && OPENS.has(methodOf(message)),
  );
  const { threadId } = ((opening?.message as Wire | undefined)?.params ?? {}) as Wire & {
    threadId?: unknown;
  };
  return typeof threadId === "string" ? threadId : undefined;
}

const OPENS: ReadonlySet<string> = new Set([CALL.resumeThread, CALL.forkThread, CALL.readThread]);

/** Whether a message of a client looks for a thread. */
export const isSearch = (message: unknown): boolean => methodOf(message) === CALL.listThreads;

/** Whether a message of a server tells the end of a turn. */
export const isTurnEnd = (message: unknown): boolean => methodOf(message) === "turn/completed";

const methodOf = (message: unknown): string => {
  const { method } = (message ?? {}) as Wire;
  return typeof method === "string" ? method : "";
};
