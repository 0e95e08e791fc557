/** One run of a codex hook. */
export interface HookRun {
  id: string;
  eventName: string;
  handlerType: string;
  source: string;
  status: string;
  durationMs: number | null;
  entries: { kind: string; text: string }[];
}

/** Reads a hook run. What has another type is left empty: no hook may fail the turn's notifications. */
export function parseHookRun(run: unknown): HookRun {
  const fields = (run ?? {}) as Record<string, unknown>;
  const { durationMs, entries } = fields;
  return {
    id: text(fields["id"]),
    eventName: text(fields["eventName"]),
    handlerType: text(fields["handlerType"]),
    source: text(fields["source"]),
    status: text(fields["status"]),
    durationMs: Number.isSafeInteger(durationMs) ? (durationMs as number) : null,
    entries: Array.isArray(entries) ? entries.map(parseEntry) : [],
  };
}

function parseEntry(entry: unknown): HookRun["entries"][number] {
  const { kind, text: words } = (entry ?? {}) as Record<string, unknown>;
  return { kind: text(kind), text: text(words) };
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
