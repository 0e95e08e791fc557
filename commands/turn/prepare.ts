import { resolve } from "node:path";

import type { Approver } from "../../src/approvals/approver.js";
import { extraDirectories, imagePaths, requireRepository } from "../../src/input/files.js";
import { readPrompt } from "../../src/input/prompt.js";
import { openSteering } from "../../src/input/steering.js";
import type { ThreadParams, UserInput } from "../../src/protocol/params.js";
import type { ThreadEvent } from "../../src/dialect/events.js";
import type { RunContext } from "../../src/context.js";
import type { ThreadRequest } from "../../src/session/open-thread.js";
import type { Session } from "../../src/session/session.js";
import { hasOnlyEmptySettings } from "../../src/session/project-settings.js";
import { threadParams } from "../../src/session/thread-params.js";
import type { TurnResult } from "../../src/turn/run-turn.js";
import type { TurnRequest } from "../../src/turn/turn-runner.js";
import type { SteerSource } from "../../src/dialect/steer-line.js";
import { turnDirectory } from "./turn-directory.js";
import { outputSchema } from "./output-schema.js";
import type { OpenEventSink, SinkStyle } from "./event-sink.js";
import type { FinishedTurn } from "./finish-turn.js";
import { finishTurn } from "./finish-turn.js";
import type { ResultTargets } from "./result-targets.js";
import { resultTargets } from "./result-targets.js";
import type { TurnOptions } from "./options.js";
import type { RetryPolicy } from "../../src/turn/retry/run-with-retries.js";
import type { Verification } from "../../src/turn/verify/verify-turn.js";

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
  /** Does what the request needs a server for. */
  beforeRequest?: (session: Session) => Promise<void>;
  request(prompt: string): TurnRequest;
  steering: SteerSource | undefined;
  /** Decides on what the sandbox forbids; without one, everything is declined. */
  approver?: Approver | undefined;
  targets: ResultTargets;
  /** The check of `--verify`. */
  verify?: Verification | undefined;
  /** The retry plan. */
  retry?: RetryPolicy | undefined;
  /** Whether to warn that a repository's own settings were ignored. */
  warnsUntrusted?: boolean;
  /** What stdout gets without --json, if it is for people; a terminal shows an answer while it is written. */
  prints?: SinkStyle["prints"];
  /** Opens the sink for the events, if not the usual one. */
  openSink?: OpenEventSink;
  /** Whether the error that ended a turn is thrown, and stdout gets no terminal event. */
  throwsError?: (result: TurnResult) => boolean;
  /** Adds to an event what only the command knows. */
  decorate?: (event: ThreadEvent) => ThreadEvent;
  /** Called when the server of a completed or failed turn has exited, before the last event is written. */
  onServerExit?: (() => void) | undefined;
  /** Turns the result into the terminal event and the texts to write. */
  finish(result: TurnResult): Promise<FinishedTurn>;
}

/** Checks the directories and files of a turn. Paths on the command line are relative to `cwd`. */
export async function prepareTurn(
  options: TurnOptions,
  runContext: RunContext,
): Promise<PreparedTurn> {
  const { cwd, stdout, stderr } = runContext;
  const workdir = turnDirectory(options, cwd);
  const { roots, images, config } = await inputsOf(options, cwd);
  const targets = { ...resultTargets(options, { cwd, stdout, stderr }), strict: true };
  const schema =
    options.outputSchema === undefined ? undefined : outputSchema(options.outputSchema, cwd);
  if (!options.skipGitRepoCheck) requireRepository(workdir);
  return {
    targets,
    prints: "answer",
    ...(schema === undefined ? {} : { ready: schema.load }),
    finish: (result) =>
      finishTurn(result, {
        output: targets.output,
        check: schema?.check,
        failOn: options.failOn,
        stop: runContext.stop.signal,
      }),
    verify: await verification(options, workdir, runContext),
    retry: await retrying(options),
    warnsUntrusted: options.trust !== "trusted" && !hasOnlyEmptySettings(workdir),
    steering: options.steerFrom === undefined ? undefined : openSteering(options.steerFrom, cwd),
    prompt: (world) => readPrompt(options.prompt, world),
    request: (prompt) => ({
      thread: threadRequest(options, [...new Set([workdir, ...roots])], config),
      task: {
        kind: "turn",
        params: {
          cwd: workdir,
          input: [...images, { type: "text", text: prompt }],
          effort: options.effort ?? null,
          summary: options.summary ?? null,
          outputSchema: schema?.value() ?? null,
          cyberAccessProgram: null,
        },
      },
    }),
  };
}

interface ServerInputs {
  /** Additional directories the agent may write to. */
  roots: readonly string[];
  images: readonly UserInput[];
  /** Settings that a running server takes with the thread. */
  config: ThreadParams["config"];
}

/** What the server is given besides the prompt; one that is running does not see our files. */
async function inputsOf(options: TurnOptions, cwd: string): Promise<ServerInputs> {
  const paths = imagePaths(options.images, cwd);
  if (options.connect === undefined) {
    const roots = extraDirectories(options.addDirs, cwd);
    return { roots, images: paths.map(localImage), config: null };
  }
  const { imageInputs } = await import("./connected-images.js");
  const { connectedSettings } = await import("../cli/connected-settings.js");
  return {
    roots: options.addDirs.map((dir) => resolve(cwd, dir)),
    images: imageInputs(paths),
    config: connectedSettings(options),
  };
}

/** Loads the verification code on demand: few runs need it. */
async function verification(
  { verify }: TurnOptions,
  workdir: string,
  runContext: RunContext,
): Promise<Verification | undefined> {
  if (verify === undefined) return undefined;
  const { runCheck } = await import("../../src/turn/verify/run-check.js");
  const { command, retries } = verify;
  return { command, retries, check: (stop) => runCheck(verify, workdir, runContext, stop) };
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
  config: ThreadParams["config"],
): ThreadRequest {
  const params = threadParams({
    model: options.model ?? null,
    cwd,
    workspaceRoots: [cwd, ...roots],
    approvalPolicy: options.approve.by === "never" ? "never" : "on-request",
    sandbox: options.sandbox ?? null,
    ephemeral: options.ephemeral,
    // Counts blocked writes, if there may be any: most are reported in no other way.
    rawEvents: (options.sandbox ?? "read-only") === "read-only",
    config,
  });
  return {
    ...options.thread,
    params,
    rules: "own",
    trust: options.trust,
    connected: options.connect !== undefined || undefined,
    sandboxAtMost: options.sandboxAtMost,
  };
}

export const localImage = (path: string): UserInput => ({ type: "localImage", path });
