import type { DeltaMessage } from "./delta-redactor.js";

/** A JSON-RPC notification from the server. */
export interface Notification {
  method: string;
  params: unknown;
}

/**
 * Reads the deltas in a notification; undefined if it has none. Recognises deltas by their names and
 * structure instead of a list, because a newer server has more of them.
 */
export function readDelta({
  method,
  params,
}: Notification): DeltaMessage<Notification> | undefined {
  if (typeof params !== "object" || params === null) return undefined;
  const { itemId, threadId } = params as Readonly<Record<string, unknown>>;
  const isStream = DELTA.test(method) || (typeof itemId === "string" && !WHOLE.test(method));
  const texts = new Map<string, string>();
  replaceTexts(params, (place, key, text) => {
    if (isStream ? !FIXED.test(key) : DELTA.test(key)) texts.set(place, decode(key, text));
    return text;
  });
  if (texts.size === 0) return undefined;
  return {
    stream: `${method} ${typeof itemId === "string" ? itemId : idsIn(params)}`,
    item: typeof itemId === "string" ? itemId : undefined,
    thread: typeof threadId === "string" ? threadId : undefined,
    texts,
    with: (shown) => ({
      method,
      params: replaceTexts(params, (place, key, text) =>
        texts.has(place) ? encode(key, shown.get(place) ?? "") : text,
      ),
    }),
  };
}

const DELTA = /delta|chunk|progress|partial|append|stream(?!ing)/i;

/** Notifications with complete texts: patchUpdated, started, completed. */
const WHOLE = /(?:ed|begin|end|status)$/i;

/** Fields that identify something and are never sent in parts. */
const FIXED =
  /(?:^|_)ids?$|I[dD]s?$|^(?:type|kind|status|stream|role|phase|name|encoding|model|path|cwd|server|tool|method|source)$/;

/** Copies a value with each string replaced, given its path and key. */
function replaceTexts(
  value: unknown,
  replace: (place: string, key: string, text: string) => string,
  place = "",
  key = "",
): unknown {
  if (typeof value === "string") return replace(place, key, value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((each, at) => replaceTexts(each, replace, `${place}/${String(at)}`, key));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      replaceTexts(each, replace, `${place}/${name}`, name),
    ]),
  );
}

const idsIn = (params: object): string =>
  JSON.stringify(Object.entries(params).filter(([key]) => /ids?$/i.test(key)));

/** Decodes base64 fields before redaction: each delta is encoded separately. */
const decode = (key: string, text: string): string =>
  isBase64(key) ? Buffer.from(text, "base64").toString("latin1") : text;

const encode = (key: string, text: string): string =>
  isBase64(key) ? Buffer.from(text, "latin1").toString("base64") : text;

const isBase64 = (key: string): boolean => /base_?64$/i.test(key);

/** Which texts a notification completes: those of its item, or all of a thread whose turn has ended. */
export function completedBy({ params }: Notification): (held: DeltaMessage<unknown>) => boolean {
  const { item, turn, threadId } = (params ?? {}) as Readonly<Record<string, unknown>>;
  const { id } = (item ?? {}) as { id?: unknown };
  const { status = "inProgress" } = (turn ?? {}) as { status?: unknown };
  return (held) =>
    (held.item !== undefined && held.item === id) ||
    (status !== "inProgress" && (held.thread === undefined || held.thread === threadId));
}
