import { CliError } from "../../src/outcome/errors.js";
import type { DeletedThread } from "../../src/dialect/records.js";
import type { RunContext } from "../../src/context.js";
import { explainThreadError } from "../../src/session/thread-errors.js";
import { openConfirmation } from "../cli/confirm.js";
import type { ParsedArguments } from "../cli/parse.js";
import { queryOptions } from "../cli/server-options.js";
import { withServer } from "../cli/with-server.js";
import { forEachThread, titleOf } from "./change.js";
import { pickThread, threadsNamed } from "./pick.js";

/** `turnpipe threads delete THREAD…`: deletes permanently, so it asks first. */
export async function remove(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const options = await queryOptions(argv, runContext);
  const queries = threadsNamed(argv);
  const isConfirmed = argv["yes"] === true;
  if (!isConfirmed && (runContext.stdin.isTTY !== true || runContext.stderr.isTTY !== true)) {
    throw new CliError("usage", "threads delete: cannot ask for confirmation without a terminal", {
      hint: "to delete without confirmation: --yes",
    });
  }
  const confirmation = isConfirmed ? undefined : openConfirmation(runContext);
  const deleting = withServer(options, runContext, ({ server, stdout, say }) =>
    forEachThread(queries, runContext, async (query) => {
      const thread = await pickThread(server, query, {
        cwd: runContext.cwd,
        archiveFilter: "both",
      });
      const label = `${thread.id}: ${titleOf(thread)}`;
      if (confirmation !== undefined && !(await confirmation.confirm(`delete ${label}?`))) {
        say(`kept ${thread.id}`);
        return;
      }
      const history = await server.history();
      await explainThreadError(history.deleteThread(thread.id), query);
      const record: DeletedThread = { id: thread.id, deleted: true };
      if (options.json) await stdout.record(record);
      else say(`deleted ${label}`);
    }),
  );
  return deleting.finally(() => confirmation?.close());
}
