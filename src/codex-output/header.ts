import type { OpenedThread } from "../session/open-thread.js";
import type { CodexPaint } from "./paint.js";
import { BOLD, CYAN } from "./paint.js";

/** The lines codex exec prints before a turn: its version, the thread's settings and the prompt. */
export function headerLines(
  { started, effort, settings }: OpenedThread,
  { codexVersion, prompt }: { codexVersion: string; prompt: string },
  paint: CodexPaint,
): string[] {
  const { thread, approvalPolicy } = started;
  const cwd = started.cwd ?? thread.cwd ?? "";
  const facts = {
    workdir: cwd,
    model: started.model ?? "",
    provider: started.modelProvider ?? "",
    approval: typeof approvalPolicy === "string" ? approvalPolicy : "granular",
    sandbox: sandboxSummary(started.sandbox ?? { type: "" }, cwd),
    "reasoning effort": effort ?? "none",
    "reasoning summaries": settings?.model_reasoning_summary ?? "none",
    "session id": thread.sessionId ?? thread.id,
  };
  return [
    `OpenAI Codex v${codexVersion}`,
    RULE,
    ...Object.entries(facts).map(([name, value]) => `${paint(BOLD, `${name}:`)} ${value}`),
    RULE,
    paint(CYAN, "user"),
    prompt,
  ];
}

const RULE = "--------";

type Sandbox = Readonly<Record<string, unknown>> & { type: string };

function sandboxSummary(sandbox: Sandbox, cwd: string): string {
  const network = allowsNetwork(sandbox["networkAccess"]) ? " (network access enabled)" : "";
  switch (sandbox.type) {
    case "dangerFullAccess":
      return "danger-full-access";
    case "readOnly":
      return `read-only${network}`;
    case "externalSandbox":
      return `external-sandbox${network}`;
    case "workspaceWrite":
      return `workspace-write [${writableRoots(sandbox, cwd).join(", ")}]${network}`;
    default:
      return `custom permissions${network}`;
  }
}

const allowsNetwork = (networkAccess: unknown): boolean =>
  networkAccess === true || networkAccess === "enabled";

function writableRoots(sandbox: Sandbox, cwd: string): string[] {
  const given = sandbox["writableRoots"];
  const roots = Array.isArray(given) ? given.map(String) : [];
  return [
    "workdir",
    ...(sandbox["excludeSlashTmp"] === true ? [] : ["/tmp"]),
    ...(sandbox["excludeTmpdirEnvVar"] === true ? [] : ["$TMPDIR"]),
    ...roots.filter((root) => root !== cwd),
  ];
}
