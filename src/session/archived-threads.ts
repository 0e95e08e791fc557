import type { AppServer } from "../protocol/app-server.js";
import type { StoredThread } from "../protocol/results.js";
import { archivedError } from "./thread-errors.js";

/** Only lists tell archived threads apart; a single thread is recognised by where it is stored. */
export const isArchived = ({ path }: StoredThread): boolean =>
  /[\\/]archived_sessions[\\/]/.test(path ?? "");

/** Throws for an archived thread. */
export async function refuseResumingArchived(
  server: Pick<AppServer, "readThread">,
  id: string,
): Promise<void> {
  const thread = await server.readThread(id).catch(() => undefined);
  if (thread !== undefined && isArchived(thread)) throw archivedError(id);
}
