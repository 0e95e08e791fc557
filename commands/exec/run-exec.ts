import { resolve } from "node:path";

import type { RunContext } from "../../src/context.js";
import { codexHome } from "../../src/files/home-directories.js";
import type { TurnObserver } from "../../src/turn/observer.js";
import { userCodex } from "../cli/user-codex.js";
import type { OpenEventSink } from "../turn/event-sink.js";
import { openEventSink } from "../turn/event-sink.js";
import { runPreparedTurn } from "../turn/execute-turn.js";
import type { PreparedTurn } from "../turn/prepare.js";
import { execDirectory } from "./check-input.js";
import { isCodexError } from "./codex-error.js";
import type { ExecOptions } from "./options.js";
import { prepareExec } from "./prepare.js";
import { PromptNotice } from "./prompt-notice.js";
import { readExecPrompt } from "./prompt.js";
import type { ServerSettings } from "./server-settings.js";
import { serverSettings } from "./server-settings.js";
import type { ExecWorktree } from "./worktree.js";

/** Runs the task of a codex exec command line, and returns the exit status. */
export async function runExec(options: ExecOptions, runContext: RunContext): Promise<number> {
  const home = codexHome(runContext);
  const workdir = resolve(runContext.cwd, options.cd ?? ".");
  const settings = await serverSettings(options, { codexHome: home, workdir }, runContext);
  const notice = new PromptNotice(runContext.stderr);
  const prompt = promptOf(options, runContext, notice);
  await prompt.catch(() => undefined);
  runContext.stop.signal.throwIfAborted();
  // codex rejects a directory, and makes a worktree, before it reads the prompt.
  const worktree = await worktreeOf(options, execDirectory(options, runContext.cwd), runContext);
  try {
    const { provider } = settings;
    const inputs = { prompt, provider, worktree };
    const prepared = await prepareExec(options, runContext, inputs).catch((error: unknown) => {
      notice.print();
      throw error;
    });
    const onThread = (threadId: string): void => {
      notice.print();
      worktree?.recordOwner(threadId);
    };
    const openSink = await eventSinkOf(options, await prompt, onThread);
    return await runOn(settings, options, { ...prepared, openSink }, { runContext, notice });
  } finally {
    worktree?.end();
  }
}

/** Runs the prepared turn on a server with these settings. */
async function runOn(
  { publish, provider: _, ...server }: ServerSettings,
  options: ExecOptions,
  prepared: PreparedTurn,
  { runContext, notice }: { runContext: RunContext; notice: PromptNotice },
): Promise<number> {
  let isPublished = false;
  // Afterwards a client may delete CODEX_HOME.
  const onServerExit = (): void => {
    isPublished = true;
    publish?.();
  };
  // As in codex exec, the server runs in the caller's directory; the thread names its own.
  const turnOptions = {
    ...options,
    ...FIXED_OPTIONS,
    ...server,
    // codex prints diffs for people.
    include: options.json ? [] : ["diff" as const],
    unmarked: true,
    codex: await userCodex(runContext),
  };
  try {
    return await runPreparedTurn(turnOptions, { ...prepared, onServerExit }, runContext);
  } catch (error) {
    const { settingsInCodexWords } = await import("./codex-words.js");
    const asked = { ...turnOptions, cd: options.cd };
    const explained = await settingsInCodexWords(error, asked, runContext);
    // What codex has words for is found out before it reads the prompt.
    if (!isCodexError(explained)) notice.print();
    throw explained;
  } finally {
    // A run that ended in another way.
    if (!isPublished) publish?.();
  }
}

/** Options that codex exec has no flags for. */
const FIXED_OPTIONS = { level: "normal", failOn: [], diffFile: undefined } as const;

/**
 * Reads the prompt to its end before anything is rejected, as codex does: the SDK always writes a
 * prompt, and fails if the reader is gone. The server is already starting.
 */
async function promptOf(
  { task }: ExecOptions,
  runContext: RunContext,
  notice: PromptNotice,
): Promise<string> {
  if (!("prompt" in task) || task.prompt === undefined) return "";
  const { stdin, stop } = runContext;
  return readExecPrompt(task.prompt, { stdin, stop: stop.signal, notice });
}

async function worktreeOf(
  options: ExecOptions,
  source: string,
  runContext: RunContext,
): Promise<ExecWorktree | undefined> {
  if (!options.worktree) return undefined;
  const { execWorktree } = await import("./worktree.js");
  return execWorktree(options, source, runContext);
}

/** Prepares the sink: codex's words, and with `fullEvents` the events of `run`. Loads what it needs. */
async function eventSinkOf(
  options: ExecOptions,
  prompt: string,
  onThread: (threadId: string) => void,
): Promise<OpenEventSink> {
  const open = !options.json
    ? (await import("./human-sink.js")).codexProgressSink(options, prompt)
    : options.fullEvents
      ? openEventSink
      : (await import("./event-sink.js")).codexLinesSink(options);
  return async (...args) => {
    const sink = await open(...args);
    const observer: TurnObserver = {
      threadOpened(opened, version) {
        onThread(opened.started.thread.id);
        sink.observer?.threadOpened(opened, version);
      },
      notification: (notification) => sink.observer?.notification(notification),
    };
    return { ...sink, observer };
  };
}
