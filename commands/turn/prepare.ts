import type { AnswerCheck } from "../../src/answer/schema.js";
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
import type { Runtime } from "../../src/context.js";
import type { ThreadRequest } from "../../src/session/open-thread.js";
import { hasOnlyEmptySettings } from "../../src/session/project-settings.js";
import type { TurnRequest } from "../../src/turn/turn.js";
import type { SteerSource } from "../../src/dialect/steer-line.js";
import type { TurnSnapshot } from "../../src/translate/turn-end.js";
import { outputSchema } from "./output-schema.js";
import { resultTargets } from "./result-targets.js";
import type { TurnOptions } from "./options.js";
import type { Retrying } from "../../src/turn/retry/run-with-retries.js";
import type { Verification } from "../../src/turn/verify/verify-turn.js";

/** Where the results of a turn are written, besides stdout. */
export interface ResultTargets {
  output: string | undefined;
  diff: string | undefined;
  result: string | undefined;
  /** Whether a result that cannot be written makes a completed turn a failure. */
  strict: boolean;
  /** Is told when a result cannot be written. */
  unwritten?: (failed: Failure) => void;
  /** What is handed out in the place of the final message. */
  products?: (event: TerminalEvent) => Products;
}

/** Texts made of the last event: for stdout, where people read it, and for files. */
export interface Products {
  stdout: string | null;
  files: readonly { path: string; text: string }[];
}

/** What reading a prompt needs of the world. */
export type Reading = Pick<Runtime, "cwd" | "stdin"> & {
  stop: AbortSignal;
  notice(text: string): void;
};

/** A turn that is ready but for its prompt; everything that can be wrong before it costs is checked. */
export interface PreparedTurn {
  /** Reads what may keep us waiting and is needed before the server is; its errors are bad input. */
  ready?: (signal: AbortSignal) => Promise<void>;
  prompt(world: Reading): Promise<string>;
  request(prompt: string): TurnRequest;
  steering: SteerSource | undefined;
  /** Who allows what the sandbox forbids; nobody, if not said. */
  approver?: Approver | undefined;
  targets: ResultTargets;
  check: AnswerCheck | undefined;
  /** How what was done is checked. */
  verify?: Verification | undefined;
  /** How often it may be tried. */
  retry?: Retrying | undefined;
  /** Whether to say that a repository's own settings were left alone. */
  warnsUntrusted?: boolean;
  /** Whether a run that is told to stop ends without a word on stdout. */
  silentStop?: boolean;
  /** A last word on how the turn is to be seen. */
  conclude?: (event: TerminalEvent, snapshot: TurnSnapshot) => Promise<TerminalEvent>;
}

/** Looks at the world a turn will run in. `cwd` is the caller's; files on the command line are from there. */
export async function prepareTurn(
  options: TurnOptions,
  { cwd, stdout, stderr }: Pick<Runtime, "cwd" | "stdout" | "stderr">,
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

/** What few runs need is loaded for those. */
async function verification(
  { verify }: TurnOptions,
  workdir: string,
): Promise<Verification | undefined> {
  if (verify === undefined) return undefined;
  const { runCheck } = await import("../../src/turn/verify/run-check.js");
  const { command, retries } = verify;
  return { command, retries, check: (runtime) => runCheck(verify, workdir, runtime) };
}

async function retrying({ retry }: TurnOptions): Promise<Retrying | undefined> {
  if (retry === undefined) return undefined;
  const { retryingBy } = await import("../../src/turn/retry/run-with-retries.js");
  return retryingBy(retry);
}

/** An old thread keeps its own model and sandbox where the command line names none. */
function threadRequest(
  options: TurnOptions,
  [cwd = "", ...roots]: readonly string[],
): ThreadRequest {
  const params = {
    model: options.model ?? null,
    modelProvider: null,
    cwd,
    workspaceRoots: [cwd, ...roots],
    approvalPolicy: options.approve.by === "never" ? "never" : "on-request",
    approvalsReviewer: null,
    sandbox: options.sandbox ?? null,
    permissions: null,
    ephemeral: options.ephemeral,
    threadSource: "user",
    config: null,
  };
  return {
    ...options.thread,
    params,
    rules: "own",
    trust: options.trust,
    sandboxAtMost: options.sandboxAtMost,
  };
}

export const localImage = (path: string): UserInput => ({ type: "localImage", path });
