import { CliError } from "../../src/outcome/errors.js";
import type { DeletedThread } from "../../src/dialect/records.js";
import type { Runtime } from "../../src/context.js";
import { explained } from "../../src/session/thread-errors.js";
import { openConfirmation } from "../cli/confirm.js";
import type { ParsedArguments } from "../cli/parse.js";
import { queryOptions } from "../cli/server-options.js";
import { withServer } from "../cli/with-server.js";
import { forEachThread, titleOf } from "./change.js";
import { DELETE_FLAGS } from "./flags.js";
import { pickThread, threadsNamed } from "./pick.js";

/** `turnpipe threads delete THREAD…`: for good, so a person is asked first. */
export async function remove(argv: ParsedArguments, runtime: Runtime): Promise<number> {
  const options = await queryOptions(argv, DELETE_FLAGS, runtime);
  const queries = threadsNamed(argv);
  const sure = argv["yes"] === true;
  if (!sure && (runtime.stdin.isTTY !== true || runtime.stderr.isTTY !== true)) {
    throw new CliError("usage", "threads delete: there is nobody to ask", {
      hint: "to delete without being asked: --yes",
    });
  }
  const asking = sure ? undefined : openConfirmation(runtime);
  const deleting = withServer(options, runtime, ({ server, stdout, say }) =>
    forEachThread(queries, runtime, async (query) => {
      const thread = await pickThread(server, query, { cwd: runtime.cwd, shelf: "both" });
      const words = `${thread.id}: ${titleOf(thread)}`;
      if (asking !== undefined && !(await asking.confirm(`delete ${words}?`))) {
        say(`kept ${thread.id}`);
        return;
      }
      await explained(server.deleteThread(thread.id), query);
      const gone: DeletedThread = { id: thread.id, deleted: true };
      if (options.json) await stdout.record(gone);
      else say(`deleted ${words}`);
    }),
  );
  return deleting.finally(() => asking?.close());
}
