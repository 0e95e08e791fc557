import { redactAll, REDACTED } from "../redact/redacted.js";
import { redactSettings } from "../redact/settings.js";
import { METHOD } from "./methods.js";
import type { RecordedMessage } from "./recorded-messages.js";

interface Wire {
  id?: unknown;
  method?: unknown;
  params?: unknown;
  result?: unknown;
}

/**
 * Redacts logins, settings and user input in recorded messages. One redactor per connection: a
 * response is recognised by the request it belongs to.
 */
export function createMessageRedactor(): (spoken: RecordedMessage) => unknown {
  const requests = { client: new Map<unknown, string>(), server: new Map<unknown, string>() };
  return ({ from, message }) => {
    if (typeof message !== "object" || message === null) return message;
    const wire = message as Wire;
    if (typeof wire.method === "string") {
      requests[from].set(wire.id, wire.method);
      return withParams(wire, wire.method);
    }
    const method = requests[from === "client" ? "server" : "client"].get(wire.id) ?? "";
    return withResult(wire, method);
  };
}

function withParams(wire: Wire, method: string): Wire {
  if (isLogin(method)) return { ...wire, params: redactTexts(wire.params) };
  const { config } = (wire.params ?? {}) as { config?: unknown };
  if (typeof config !== "object" || config === null) return wire;
  return { ...wire, params: { ...(wire.params as object), config: redactSettings(config) } };
}

function withResult(wire: Wire, method: string): Wire {
  const { result } = wire;
  if (result === undefined) return wire;
  if (isLogin(method)) return { ...wire, result: redactTexts(result) };
  if (method === METHOD.readConfig) return { ...wire, result: redactSettings(result) };
  if (!USER_INPUT_METHODS.has(method) || typeof result !== "object" || result === null) return wire;
  const { answers, content } = result as { answers?: unknown; content?: unknown };
  return {
    ...wire,
    result: {
      ...result,
      ...(answers === undefined ? {} : { answers: redactAll(answers) }),
      ...(content === undefined ? {} : { content: redactAll(content) }),
    },
  };
}

/** Matches every login or auth method, including ones newer than this program. */
const isLogin = (method: string): boolean =>
  method === METHOD.readAccount || /login|auth(?!or)|attestation/i.test(method);

/** Their responses may hold secrets, and a replay does not need them. */
const USER_INPUT_METHODS: ReadonlySet<string> = new Set([
  "item/tool/requestUserInput",
  "mcpServer/elicitation/request",
]);

/** Redacts every string except `type`. */
function redactTexts(value: unknown, key = ""): unknown {
  if (typeof value === "string") return key === "type" ? value : REDACTED;
  if (Array.isArray(value)) return value.map((each) => redactTexts(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, redactTexts(each, name)]),
  );
}
