import type { ThreadEvent } from "../dialect/events.js";
import type { ThreadResult } from "../protocol/results.js";
import type { ThreadRecord } from "../dialect/records.js";
import { VERSION } from "../version.js";

/** The first event: the thread and the settings it actually runs with. */
export const threadStarted = (
  started: ThreadResult,
  {
    codexVersion,
    version = VERSION,
    effort = null,
  }: { codexVersion: string; version?: string; effort?: string | null },
): ThreadEvent => ({
  type: "thread.started",
  thread_id: started.thread.id,
  model: started.model ?? "",
  model_provider: started.modelProvider ?? "",
  effort: effort ?? started.reasoningEffort ?? null,
  cwd: started.cwd ?? started.thread.cwd ?? "",
  sandbox: SANDBOX_NAMES.get(started.sandbox?.type ?? "") ?? started.sandbox?.type ?? "",
  approval_policy: policyName(started.approvalPolicy),
  codex_version: codexVersion,
  turnpipe_version: version,
  instruction_sources: (started.instructionSources ?? []).map((source) =>
    typeof source === "string" ? source : JSON.stringify(source),
  ),
  service_tier: started.serviceTier ?? null,
});

/** The first event for `threads show`: sandbox and approval policy are not stored with a thread. */
export const storedThreadStarted = (
  thread: ThreadRecord,
  codexVersion: string,
  version = VERSION,
): ThreadEvent => ({
  type: "thread.started",
  thread_id: thread.id,
  model: thread.model ?? "",
  model_provider: thread.model_provider ?? "",
  effort: thread.effort,
  cwd: thread.cwd ?? "",
  sandbox: null,
  approval_policy: null,
  codex_version: codexVersion,
  turnpipe_version: version,
  instruction_sources: null,
  service_tier: null,
});

/** Whether the thread runs in the sandbox that can write nowhere. */
export const isReadOnly = ({ sandbox }: Pick<ThreadResult, "sandbox">): boolean =>
  sandbox?.type === "readOnly";

/** A policy is a string, or an object with the name as its only key. */
function policyName(policy: unknown): string {
  if (typeof policy === "string") return policy;
  return Object.keys(policy ?? {})[0] ?? "";
}

/** Server names of sandbox modes -> names of `--sandbox`. */
const SANDBOX_NAMES: ReadonlyMap<string, string> = new Map([
  ["readOnly", "read-only"],
  ["workspaceWrite", "workspace-write"],
  ["dangerFullAccess", "danger-full-access"],
  ["externalSandbox", "external-sandbox"],
]);
