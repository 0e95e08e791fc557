import type { AnswerCheck } from "../../src/answer/answer-check.js";
import type { Approver } from "../../src/approvals/approver.js";
import type { TerminalEvent } from "../../src/dialect/events.js";
import {
  extraDirectories,
  imagePaths,
  requireRepository,
  workingDirectory,
} from "../../src/input/files.js";
import type { Failure } from "../../src/outcome/causes.js";
import { readPrompt } from "../../src/input/prompt.js";
import { openSteering } from "../../src/input/steering.js";
import type { UserInput } from "../../src/protocol/params.js";
import type { RunContext } from "../../src/context.js";
import type { ThreadRequest } from "../../src/session/open-thread.js";
import { hasOnlyEmptySettings } from "../../src/session/project-settings.js";
import { threadParams } from "../../src/session/thread-params.js";
import type { TurnRequest } from "../../src/turn/turn.js";
import type { SteerSource } from "../../src/dialect/steer-line.js";
import type { TurnSnapshot } from "../../src/translate/turn-result.js";
import { outputSchema } from "./output-schema.js";
import { resultTargets } from "./result-targets.js";
import type { TurnOptions } from "./options.js";
import type { RetryPolicy } from "../../src/turn/retry/run-with-retries.js";
import type { Verification } from "../../src/turn/verify/verify-turn.js";

/** Where the results of a turn are written, besides stdout. */
export interface ResultTargets {
  output: string | undefined;
  diff: string | undefined;
  result: string | undefined;
  /** Whether a result that cannot be written makes a completed turn a failure. */
  strict: boolean;
  /** Called when a result cannot be written. */
  onWriteFailed?: (failed: Failure) => void;
  /** Renders the texts that are written instead of the final message. */
  renderResult?: (event: TerminalEvent) => RenderedResult;
}

/** Texts rendered from the last event: for stdout without --json, and for files. */
export interface RenderedResult {
  stdout: string | null;
  files: readonly { path: string; text: string }[];
}

/** What reading a prompt needs. */
export type PromptContext = Pick<RunContext, "cwd" | "stdin"> & {
  stop: AbortSignal;
  notice(text: string): void;
};

/** A turn that only lacks its prompt; everything that can be checked without a server is checked. */
export interface PreparedTurn {
  /** Reads input that may block, before the server starts; its errors are bad input. */
  ready?: (signal: AbortSignal) => Promise<void>;
  prompt(world: PromptContext): Promise<string>;
  request(prompt: string): TurnRequest;
  steering: SteerSource | undefined;
  /** Decides on what the sandbox forbids; without one, everything is declined. */
  approver?: Approver | undefined;
  targets: ResultTargets;
  check: AnswerCheck | undefined;
  /** The check of `--verify`. */
  verify?: Verification | undefined;
  /** The retry plan. */
  retry?: RetryPolicy | undefined;
  /** Whether to warn that a repository's own settings were ignored. */
  warnsUntrusted?: boolean;
  /** Whether a run stopped by a signal prints nothing on stdout. */
  silentStop?: boolean;
  /** Replaces the last event before it is written. */
  conclude?: (event: TerminalEvent, snapshot: TurnSnapshot) => Promise<TerminalEvent>;
}

/** Checks the directories and files of a turn. Paths on the command line are relative to `cwd`. */
export async function prepareTurn(
  options: TurnOptions,
  { cwd, stdout, stderr }: Pick<RunContext, "cwd" | "stdout" | "stderr">,
): Promise<PreparedTurn> {
  const workdir = workingDirectory(options.cd, cwd);
  const roots = extraDirectories(options.addDirs, cwd);
  const images = imagePaths(options.images, cwd);
  const targets = { ...resultTargets(options, { cwd, stdout, stderr }), strict: true };
  const schema =
    options.outputSchema === undefined ? undefined : outputSchema(options.outputSchema, cwd);
  if (!options.skipGitRepoCheck) requireRepository(workdir);
  return {
    targets,
    ...(schema === undefined ? {} : { ready: schema.load }),
    check: schema?.check,
    verify: await verification(options, workdir),
    retry: await retrying(options),
    warnsUntrusted: options.trust !== "trusted" && !hasOnlyEmptySettings(workdir),
    steering: options.steerFrom === undefined ? undefined : openSteering(options.steerFrom, cwd),
    prompt: (world) => readPrompt(options.prompt, world),
    request: (prompt) => ({
      thread: threadRequest(options, [...new Set([workdir, ...roots])]),
      task: {
        kind: "turn",
        params: {
          cwd: workdir,
          input: [...images.map(localImage), { type: "text", text: prompt }],
          effort: options.effort ?? null,
          summary: options.summary ?? null,
          outputSchema: schema?.value() ?? null,
          cyberAccessProgram: null,
        },
      },
    }),
  };
}

/** Loads the verification code on demand: few runs need it. */
async function verification(
  { verify }: TurnOptions,
  workdir: string,
): Promise<Verification | undefined> {
  if (verify === undefined) return undefined;
  const { runCheck } = await import("../../src/turn/verify/run-check.js");
  const { command, retries } = verify;
  return { command, retries, check: (runContext) => runCheck(verify, workdir, runContext) };
}

async function retrying({ retry }: TurnOptions): Promise<RetryPolicy | undefined> {
  if (retry === undefined) return undefined;
  const { createRetryPolicy } = await import("../../src/turn/retry/run-with-retries.js");
  return createRetryPolicy(retry);
}

/** Null leaves model and sandbox to a stored thread's own. */
function threadRequest(
  options: TurnOptions,
  [cwd = "", ...roots]: readonly string[],
): ThreadRequest {
  const params = threadParams({
    model: options.model ?? null,
    cwd,
    workspaceRoots: [cwd, ...roots],
    approvalPolicy: options.approve.by === "never" ? "never" : "on-request",
    sandbox: options.sandbox ?? null,
    ephemeral: options.ephemeral,
  });
  return {
    ...options.thread,
    params,
    rules: "own",
    trust: options.trust,
    sandboxAtMost: options.sandboxAtMost,
  };
}

export const localImage = (path: string): UserInput => ({ type: "localImage", path });
