import { resolve } from "node:path";

import type { Cause } from "../../src/outcome/causes.js";
import { failureOf } from "../../src/outcome/errors.js";
import type { OwnStreams } from "../../src/output/target.js";
import { targetOf } from "../../src/output/target.js";
import type { ThreadParams } from "../../src/protocol/params.js";
import type { RunContext } from "../../src/context.js";
import type { TurnResult } from "../../src/turn/run-turn.js";
import type { Task } from "../../src/turn/start-turn.js";
import type { ThreadRequest } from "../../src/session/open-thread.js";
import { threadParams } from "../../src/session/thread-params.js";
import type { PreparedTurn } from "../turn/prepare.js";
import { localImage } from "../turn/prepare.js";
import { finishTurn } from "../turn/finish-turn.js";
import { NO_TARGETS, STDOUT } from "../turn/result-targets.js";
import { answersOnTerminal } from "./answers-on-terminal.js";
import { execDirectory, execSchema, requireTrustedDirectory } from "./check-input.js";
import { CodexError } from "./codex-error.js";
import type { LocalProvider } from "./local-provider.js";
import type { ExecOptions } from "./options.js";
import { overrideOf } from "./override-of.js";
import type { ExecWorktree } from "./worktree.js";

type PrepareContext = Pick<RunContext, "cwd" | "stdout" | "stderr" | "stop">;

/** What was read and made before. */
interface ExecInputs {
  prompt: Promise<string>;
  provider: LocalProvider;
  worktree?: ExecWorktree | undefined;
}

/** Prepares a turn with the checks of codex exec, and no others. */
export async function prepareExec(
  options: ExecOptions,
  { cwd, stdout, stderr, stop }: PrepareContext,
  { prompt: readPrompt, provider, worktree }: ExecInputs,
): Promise<PreparedTurn> {
  const source = execDirectory(options, cwd);
  const prompt = await readPrompt;
  const outputSchema = await execSchema(options, { cwd, signal: stop.signal });
  // A worktree is one of a repository.
  if (worktree === undefined) requireTrustedDirectory(options, source);
  const serverIsElsewhere = options.ignoreUserConfig && options.cd !== undefined;
  const images = serverIsElsewhere
    ? options.images.map((path) => resolve(cwd, path))
    : options.images;
  const output =
    options.output === undefined
      ? undefined
      : outputPath(resolve(cwd, options.output), { stdout, stderr });
  return {
    targets: { ...NO_TARGETS, output, strict: false },
    async finish(result) {
      const finished = await finishTurn(result, { output, stop: stop.signal });
      return { ...finished, stdout: printedAnswer(finished.stdout, { stdout, stderr }) };
    },
    steering: undefined,
    throwsError: (result) => !options.fullEvents && isSilentInCodex(result),
    async prompt({ stop }) {
      await provider.ready?.(stop);
      return prompt;
    },
    ...(worktree && { beforeRequest: (session) => worktree.makeForFork(session) }),
    request() {
      const workdir = worktree?.directory ?? source;
      const roots = options.addDirs.map((dir) => resolve(workdir, dir));
      const params = execThreadParams(options, [...new Set([workdir, ...roots])], provider);
      return {
        thread: threadRequest(options, params),
        task: sessionTask({ ...options, images }, prompt, { workdir, outputSchema }),
      };
    },
  };
}

/** The answer for stdout, ending in one more line break; on terminals it is printed on stderr. */
function printedAnswer(text: string | null, own: OwnStreams): string | null {
  if (text === null || answersOnTerminal(own)) return null;
  return `${text}\n`;
}

/** Whether codex prints no terminal event: before a turn is started, and when stopped by a signal. */
const isSilentInCodex = ({ error, turnId }: TurnResult): boolean =>
  turnId === null || SIGNALS.has(failureOf(error).cause);

const SIGNALS: ReadonlySet<Cause> = new Set(["hangup", "interrupted", "terminated"]);

/** Like codex, does not check that the file is writable; only resolves a path to our own stdout. */
function outputPath(path: string, own: OwnStreams): string {
  try {
    return targetOf(path, own).kind === "stdout" ? STDOUT : path;
  } catch {
    return path;
  }
}

function execThreadParams(
  options: ExecOptions,
  [cwd = "", ...roots]: readonly string[],
  { model, modelProvider }: Pick<ThreadParams, "model" | "modelProvider">,
): ThreadParams {
  const { approveForMe, bypass } = options;
  const sandbox = approveForMe ? "workspace-write" : options.sandbox;
  return threadParams({
    model,
    modelProvider,
    cwd,
    // Told a directory to write to, a server would trust it; codex does not without a config.
    ...(options.ignoreUserConfig ? { serverIsThere: true } : {}),
    workspaceRoots: [cwd, ...roots],
    // Null leaves the policy to codex's settings.
    approvalPolicy: bypass ? "never" : approveForMe ? "on-request" : null,
    // One named with -c also applies to a stored thread; one in a config file does not.
    approvalsReviewer: approveForMe
      ? "auto_review"
      : (overrideOf("approvals_reviewer", options.config) ?? null),
    sandbox: bypass ? "danger-full-access" : (sandbox ?? null),
    ephemeral: options.ephemeral,
    threadSource: options.threadSource ?? "user",
    config: options.bypassHookTrust ? { bypass_hook_trust: true } : null,
  });
}

function threadRequest({ task }: ExecOptions, params: ThreadParams): ThreadRequest {
  const same = { params, rules: "exec" as const };
  return task.kind === "resume" || task.kind === "fork"
    ? { ...same, kind: task.kind, query: task.query }
    : { ...same, kind: "new" };
}

function sessionTask(
  { task, images, cyberAccessProgram }: ExecOptions,
  prompt: string,
  { workdir, outputSchema }: { workdir: string; outputSchema: unknown },
): Task {
  if (task.kind === "fork" && task.prompt === undefined) return { kind: "nothing" };
  if (task.kind === "review") {
    const { target } = task;
    if (target !== "instructions") return { kind: "review", target };
    return { kind: "review", target: { type: "custom", instructions: instructionsIn(prompt) } };
  }
  return {
    kind: "turn",
    params: {
      cwd: workdir,
      // Paths as typed, if the server runs in our directory: it shows them to the model.
      input: [...images.map(localImage), { type: "text", text: prompt }],
      effort: null,
      summary: null,
      outputSchema,
      cyberAccessProgram: camelCase(cyberAccessProgram),
    },
  };
}

/** The flag's value in the protocol's camelCase. */
const camelCase = (word: string | undefined): string | null =>
  word?.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) ?? null;

function instructionsIn(prompt: string): string {
  const instructions = prompt.trim();
  if (instructions === "") throw new CodexError("input", "Error: Review prompt cannot be empty");
  return instructions;
}
