import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";

import { CliError, errorMessage } from "../outcome/errors.js";
import type { CodexStart } from "./npm-launcher.js";

/** What is needed of the process that hands over. */
export interface OwnProcess {
  pid: number;
  /** Whether stdin, stdout or stderr is a terminal, which signals the whole process group itself. */
  hasTerminal: boolean;
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
  kill(pid: number, signal: NodeJS.Signals): unknown;
}

/** How the other program ended. */
export type Ending = { code: number } | { signal: NodeJS.Signals };

/**
 * Runs another program in place of this one: same stdin, stdout and stderr, same process group and
 * terminal. Signals sent to this process alone are passed on; it stops and continues with the other one.
 */
export async function handOver(
  { file, env }: CodexStart,
  args: readonly string[],
  own: OwnProcess,
): Promise<Ending> {
  const listeners = new Map<NodeJS.Signals, () => void>();
  const listen = (signal: NodeJS.Signals, listener: () => void): void => {
    listeners.set(signal, listener);
    own.on(signal, listener);
  };
  const child = start(file, args, env);
  const forward = (signal: NodeJS.Signals) => (): void => void child.kill(signal);
  const suspend = (): void => {
    child.kill("SIGTSTP");
    // Without a listener the system stops this process, or ignores the signal if nobody could continue it.
    own.off("SIGTSTP", suspend);
    own.kill(own.pid, "SIGTSTP");
  };
  for (const signal of FORWARDED) listen(signal, forward(signal));
  for (const signal of KEYS) listen(signal, own.hasTerminal ? () => undefined : forward(signal));
  listen("SIGTSTP", suspend);
  listen("SIGCONT", () => {
    child.kill("SIGCONT");
    own.off("SIGTSTP", suspend);
    own.on("SIGTSTP", suspend);
  });
  try {
    return await new Promise<Ending>((resolve, reject) => {
      child.once("error", ({ message }) => {
        reject(notStarted(file, message));
      });
      child.once("exit", (code, signal) => {
        resolve(signal === null ? { code: code ?? 0 } : { signal });
      });
    });
  } finally {
    for (const [signal, listener] of listeners) own.off(signal, listener);
  }
}

/** Starts a program with our streams; Node throws some errors and emits others. */
function start(file: string, args: readonly string[], env: CodexStart["env"]): ChildProcess {
  try {
    return spawn(file, [...args], { stdio: "inherit", env });
  } catch (error) {
    throw notStarted(file, errorMessage(error));
  }
}

const notStarted = (file: string, message: string): CliError =>
  new CliError("server_missing", `${file} could not be started: ${message}`);

const FORWARDED = ["SIGHUP", "SIGTERM", "SIGUSR1", "SIGUSR2"] as const;

/** Signals that a terminal sends to every process of its foreground group: one is enough for the other program. */
const KEYS = ["SIGINT", "SIGQUIT"] as const;
