import { CliError } from "../../src/outcome/errors.js";
import type { RunContext } from "../../src/context.js";
import { explainThreadError } from "../../src/session/thread-errors.js";
import { threadRecord } from "../../src/translate/thread-record.js";
import type { ParsedArguments } from "../cli/parse.js";
import { queryOptions } from "../cli/server-options.js";
import { withServer } from "../cli/with-server.js";
import { onlyThread, pickThread, refuseArchived } from "./pick.js";

/** `turnpipe threads fork`: copies a thread and prints the id of the copy. */
export async function fork(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const options = await queryOptions(argv, runContext);
  const query = onlyThread(argv);
  const name = argv["name"] as string | undefined;
  if (name?.trim() === "") throw new CliError("usage", "--name: must not be empty");
  return withServer(options, runContext, async ({ server, stdout, say }) => {
    const thread = await pickThread(server, query, { cwd: runContext.cwd });
    refuseArchived(thread);
    const history = await server.history();
    const id = await explainThreadError(history.copyThread(thread), query);
    if (name !== undefined) await history.nameThread(id, name);
    const copy = await server.readThread(id);
    if (options.json) await stdout.record(threadRecord(copy, { archived: false }));
    else {
      await stdout.text(`${id}\n`);
      // Codex does not list a copy before its first own turn.
      say(`copied ${thread.id}; listed after its first turn: turnpipe resume ${id}`);
    }
    return 0;
  });
}
