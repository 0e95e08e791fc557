import type { StoredThread } from "../protocol/results.js";
import type { ThreadRecord } from "../dialect/records.js";
import { isoTime } from "./iso-time.js";

export const threadRecord = (
  thread: StoredThread,
  { archived }: { archived: boolean },
): ThreadRecord => ({
  id: thread.id,
  name: thread.name ?? null,
  preview: thread.preview ?? "",
  cwd: thread.cwd ?? null,
  model: thread.model ?? null,
  model_provider: thread.modelProvider ?? null,
  effort: thread.reasoningEffort ?? null,
  source: sourceName(thread.source),
  created_at: isoTime(thread.createdAt),
  updated_at: isoTime(thread.updatedAt),
  archived,
  forked_from: thread.forkedFromId ?? null,
  parent: thread.parentThreadId ?? null,
  git: gitRecord(thread.gitInfo),
  codex_version: thread.cliVersion ?? null,
  path: thread.path ?? null,
});

/** A source is a string, or an object with the name as its only key. */
const sourceName = (source: unknown): string =>
  typeof source === "string" ? source : (Object.keys(source ?? {})[0] ?? "unknown");

function gitRecord(info: StoredThread["gitInfo"]): ThreadRecord["git"] {
  if (info === null || info === undefined) return null;
  const { branch, sha, originUrl } = info;
  return { branch: branch ?? null, sha: sha ?? null, origin_url: originUrl ?? null };
}
