import type { Engine } from "./engine.js";

type Json = Record<string, unknown>;

/** What turnpipe may add behind the fields of `codex exec` (contract, section 4). */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  "thread.started": [
    "model",
    "model_provider",
    "effort",
    "cwd",
    "sandbox",
    "approval_policy",
    "codex_version",
    "turnpipe_version",
    "instruction_sources",
    "service_tier",
  ],
  "turn.completed": [
    "duration_ms",
    "thread_id",
    "turn_id",
    "final_message",
    "exit_code",
    "cause",
    "problem",
    "work",
    "turn_usage",
    "rate_limits",
    "model_rerouted",
  ],
  "turn.failed": [
    "exit_code",
    "duration_ms",
    "thread_id",
    "turn_id",
    "work",
    "turn_usage",
    "rate_limits",
    "final_message",
    "partial",
    "model_rerouted",
  ],
  "turn.failed.error": ["cause", "retryable", "http_status", "resets_at"],
  agent_message: ["phase", "duration_ms"],
  item: ["duration_ms"],
  change: ["move_path"],
};

/** Everything in which our lines are not a superset of theirs; nothing means drop-in. */
export function departures(theirs: readonly string[], ours: readonly string[]): string[] {
  const found: string[] = [];
  const say = (where: string, what: string): void => void found.push(`${where}: ${what}`);
  if (theirs.length !== ours.length) {
    say("lines", `${String(theirs.length)} of theirs, ${String(ours.length)} of ours`);
  }
  theirs.forEach((line, at) => {
    const where = `line ${String(at)}`;
    const [their, our] = [line, ours[at] ?? "{}"].map((text) => JSON.parse(text) as Json) as [
      Json,
      Json,
    ];
    const type = String(their["type"]);
    compare(where, their, our, ADDED[type] ?? [], say);
  });
  return found;
}

function compare(
  where: string,
  theirs: Json,
  ours: Json,
  added: readonly string[],
  say: (where: string, what: string) => void,
): void {
  const keys = Object.keys(theirs);
  const behind = Object.keys(ours).slice(keys.length);
  if (JSON.stringify(Object.keys(ours).slice(0, keys.length)) !== JSON.stringify(keys)) {
    say(where, `fields ${Object.keys(ours).join()} instead of ${keys.join()}`);
  }
  const extra = behind.filter((key) => !added.includes(key));
  if (extra.length > 0) say(where, `added ${extra.join()}`);
  for (const key of keys) compareField(`${where}.${key}`, key, theirs, ours, say);
}

function compareField(
  where: string,
  key: string,
  theirs: Json,
  ours: Json,
  say: (where: string, what: string) => void,
): void {
  const [their, our] = [theirs[key], ours[key]];
  if (isObject(their) && isObject(our) && (key === "item" || key === "error")) {
    const added =
      key === "error"
        ? "turn.failed.error"
        : their["type"] === "agent_message"
          ? "agent_message"
          : "item";
    compare(where, their, our, ADDED[added] ?? [], say);
  } else if (key === "changes" && Array.isArray(their) && Array.isArray(our)) {
    their.forEach((change: Json, at) => {
      compare(
        `${where}.${String(at)}`,
        change,
        (our[at] ?? {}) as Json,
        ADDED["change"] ?? [],
        say,
      );
    });
  } else if (JSON.stringify(their) !== JSON.stringify(our)) {
    say(where, `${short(our)} instead of ${short(their)}`);
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const short = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 300);

/** Lines as a parser reads them: codex writes the id of a web search twice. */
export const parsedLines = (lines: readonly string[]): string[] =>
  lines.map((line) => JSON.stringify(JSON.parse(line)));

/** The lines of a text that is masked. */
export const masked = (stdout: string, engine: Engine): string[] =>
  maskedText(stdout, engine)
    .split("\n")
    .filter((line) => line !== "");

/** A text with everything that differs between two runs of the same script replaced by its name. */
export function maskedText(text: string, { workdir, codexHome, model }: Engine): string {
  const uuids = new Map<string, string>();
  return text
    .replaceAll(workdir, "/workdir")
    .replaceAll(codexHome, "/codex-home")
    .replaceAll(new URL(model.url).host, "model-host")
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uuid) => {
      if (!uuids.has(uuid)) uuids.set(uuid, `uuid-${String(uuids.size)}`);
      return uuids.get(uuid) ?? uuid;
    });
}

/** Runs one after another: they share a store, or would start servers at once in a fresh home. */
export async function inTurn<T, R>(
  values: readonly T[],
  run: (value: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const value of values) results.push(await run(value));
  return results;
}
