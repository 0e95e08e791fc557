import { CliError } from "../outcome/errors.js";
import { versionHint } from "../protocol/versions/features.js";
import { RpcError } from "../rpc/peer.js";
import type { ThreadQuery } from "./find-thread.js";

/** Replaces the server's errors about a thread by ones that say what to do. */
export async function explainThreadError<T>(call: Promise<T>, query: ThreadQuery): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isRpcError(error, /no (archived )?rollout found|thread not (found|loaded)/i))
      throw threadNotFound(query, error);
    if (isRpcError(error, /active writer/i)) throw busyError(error);
    if (isRpcError(error, /forked history/i)) throw inUseError(error);
    if (isRpcError(error, /paginated.threads/i)) throw paginatedError(error);
    if (isRpcError(error, /is archived/i))
      throw archivedError(query.by === "id" ? query.id : null, error);
    throw error;
  }
}

const isRpcError = (error: unknown, pattern: RegExp): error is RpcError =>
  error instanceof RpcError && pattern.test(error.message);

const busyError = (rpcError: RpcError): CliError =>
  new CliError("refused", rpcError.message, {
    hint: "another process is running a turn on it: wait for it to end, or fork the thread",
    cause: rpcError,
  });

const inUseError = (rpcError: RpcError): CliError =>
  new CliError("refused", rpcError.message, {
    hint: "delete its forks first, or archive it",
    cause: rpcError,
  });

/** A thread of a newer codex. */
const paginatedError = (rpcError: RpcError): CliError =>
  new CliError("refused", rpcError.message, {
    hint: versionHint("paginatedThreads"),
    cause: rpcError,
  });

export const archivedError = (id: string | null, cause?: unknown): CliError =>
  new CliError("refused", `the thread${id === null ? "" : ` ${id}`} is archived`, {
    hint: `unarchive it first: turnpipe threads unarchive ${id ?? "THREAD"}`,
    cause,
  });

/** The error for a query that matches no thread. */
export function threadNotFound(query: ThreadQuery, cause?: unknown): CliError {
  const hint = "threads of other directories are found with --all, or by their id";
  switch (query.by) {
    case "id":
      return new CliError("input", `there is no stored thread ${query.id}`, { cause });
    case "name":
      return new CliError(
        "input",
        `there is no stored thread named ${JSON.stringify(query.name)}`,
        {
          hint: query.anywhere ? undefined : hint,
          cause,
        },
      );
    case "last":
      return new CliError("input", "there is no stored thread", {
        hint: query.anywhere ? undefined : hint,
        cause,
      });
  }
}
