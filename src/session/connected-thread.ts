import { CliError } from "../outcome/errors.js";
import type { AppServer } from "../protocol/app-server.js";
import type { SandboxPolicy, ThreadParams } from "../protocol/params.js";
import { sandboxPolicy } from "../protocol/sandbox-policy.js";
import type { CodexSettings, ThreadResult } from "../protocol/results.js";
import { repositoryRoot } from "../files/repository-root.js";

/** Throws unless the server has the directory: it opens a thread in any, and fails only at its commands. */
export async function requireServerDirectory(
  server: Pick<AppServer, "history">,
  cwd: string,
): Promise<void> {
  const kind = await (await server.history()).pathKind(cwd);
  if (kind === "directory" || kind === "unknown") return;
  const what = kind === "missing" ? "no such directory" : "not a directory";
  throw new CliError("input", `${cwd}: ${what} on the server`, {
    hint: "paths are the server's: name one of its directories with -C DIR",
  });
}

/** How to open a new thread, and the sandbox to give its first turn. */
interface Opening {
  params: ThreadParams;
  sandboxPolicy?: SandboxPolicy | undefined;
}

/**
 * A thread that is opened in a directory and may write there makes the server trust the directory: it
 * edits the server's config.toml, and runs the repository's hooks and MCP servers from then on (seen on
 * 0.166). So the thread is opened read-only, and its first turn gets the sandbox.
 */
export function openingWithoutTrust(params: ThreadParams, settings: CodexSettings): Opening {
  const places = [params.cwd, repositoryRoot(params.cwd) ?? params.cwd];
  const level = places.map((place) => settings.projects?.[place]?.trust_level ?? null);
  if (level.some((each) => each !== null)) return { params };
  const mode = params.sandbox ?? params.config?.["sandbox_mode"] ?? settings.sandbox_mode;
  if (mode !== "workspace-write" && mode !== "danger-full-access") return { params };
  const [, ...roots] = params.workspaceRoots;
  const policy = sandboxPolicy(mode, roots, settings.sandbox_workspace_write ?? {});
  return { params: { ...params, sandbox: "read-only" }, sandboxPolicy: policy };
}

/** Throws if a turn of somebody else runs on the thread: ours would only be more input to that. */
export function requireIdle({ thread }: ThreadResult): void {
  const { status } = thread as { status?: { type?: unknown } | null };
  if (status?.type !== "active") return;
  throw new CliError("refused", `another client of the server runs a turn on thread ${thread.id}`, {
    hint: "wait for its end, or continue in a copy: --fork",
  });
}
