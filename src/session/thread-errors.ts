import { CliError } from "../outcome/errors.js";
import { RpcError } from "../rpc/peer.js";
import type { ThreadQuery } from "./find-thread.js";

/** A refusal in words that say what to do. */
export async function explained<T>(asking: Promise<T>, query: ThreadQuery): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (isRpcError(error, /no (archived )?rollout found|thread not (found|loaded)/i))
      throw notFound(query);
    if (isRpcError(error, /active writer/i)) throw busy(error);
    if (isRpcError(error, /forked history/i)) throw inUse(error);
    if (isRpcError(error, /is archived/i)) throw archived(query.by === "id" ? query.id : null);
    throw error;
  }
}

const isRpcError = (error: unknown, words: RegExp): error is RpcError =>
  error instanceof RpcError && words.test(error.message);

const busy = (rpcError: RpcError): CliError =>
  new CliError("refused", rpcError.message, {
    hint: "somebody else is running a turn on it: wait for its end, or go on in a copy of it",
    cause: rpcError,
  });

const inUse = (rpcError: RpcError): CliError =>
  new CliError("refused", rpcError.message, {
    hint: "delete its copies first, or archive it",
    cause: rpcError,
  });

/** A thread that is put away: it must be taken out first. */
export const archived = (id: string | null): CliError =>
  new CliError("refused", `the thread${id === null ? "" : ` ${id}`} is archived`, {
    hint: `take it out first: turnpipe threads unarchive ${id ?? "THREAD"}`,
  });

/** No thread is meant by a query. */
export function notFound(query: ThreadQuery): CliError {
  const hint = "threads of other directories are found with --all, or by their id";
  switch (query.by) {
    case "id":
      return new CliError("input", `there is no stored thread ${query.id}`);
    case "name":
      return new CliError(
        "input",
        `there is no stored thread named ${JSON.stringify(query.name)}`,
        {
          hint: query.anywhere ? undefined : hint,
        },
      );
    case "last":
      return new CliError("input", "there is no stored thread", {
        hint: query.anywhere ? undefined : hint,
      });
  }
}
