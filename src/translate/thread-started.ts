import type { ThreadEvent } from "../events.js";
import type { ThreadResult } from "../protocol/results.js";
import { VERSION } from "../version.js";

/** The first line: which thread, and with what it really runs. */
export const threadStarted = (started: ThreadResult, codexVersion: string): ThreadEvent => ({
  type: "thread.started",
  thread_id: started.thread.id,
  model: started.model ?? "",
  model_provider: started.modelProvider ?? "",
  effort: started.reasoningEffort ?? null,
  cwd: started.cwd ?? started.thread.cwd ?? "",
  sandbox: SANDBOX_NAMES[started.sandbox?.type ?? ""] ?? started.sandbox?.type ?? "",
  approval_policy: typeof started.approvalPolicy === "string" ? started.approvalPolicy : "granular",
  codex_version: codexVersion,
  turnpipe_version: VERSION,
  instruction_sources: (started.instructionSources ?? []).map((source) =>
    typeof source === "string" ? source : JSON.stringify(source),
  ),
});

/** Results spell sandboxes in camelCase; flags and people do not. */
const SANDBOX_NAMES: Readonly<Record<string, string>> = {
  readOnly: "read-only",
  workspaceWrite: "workspace-write",
  dangerFullAccess: "danger-full-access",
  externalSandbox: "external-sandbox",
};
