import { CliError } from "../../src/outcome/errors.js";
import type { AppServer } from "../../src/protocol/app-server.js";
import type { RunContext } from "../../src/context.js";
import { explainThreadError } from "../../src/session/thread-errors.js";
import { threadRecord } from "../../src/translate/thread-record.js";
import type { ParsedArguments } from "../cli/parse.js";
import { queryOptions } from "../cli/server-options.js";
import { withServer } from "../cli/with-server.js";
import { oneThread, pickThread, refuseArchived } from "./pick.js";
import { counted } from "../../src/text/counted.js";

/** `turnpipe threads rollback THREAD [N]`: removes the last turns of a thread. */
export async function rollback(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const options = await queryOptions(argv, runContext);
  const { query, more } = oneThread(argv);
  const count = turnsIn(more);
  return withServer(options, runContext, async ({ server, stdout, say }) => {
    const thread = await pickThread(server, query, { cwd: runContext.cwd });
    refuseArchived(thread);
    const beforeTurn = await turnFromEnd(server, thread.id, count);
    const history = await server.history();
    await explainThreadError(history.reopenThread(thread.id), query);
    await explainThreadError(history.revertThread(thread.id, { beforeTurn, turns: count }), query);
    const shorter = await server.readThread(thread.id);
    if (options.json) await stdout.record(threadRecord(shorter, { archived: false }));
    else {
      say(
        `removed ${counted(count, "turn")} from ${thread.id}; files they changed stay as they are`,
      );
    }
    return 0;
  });
}

function turnsIn([given = "1", unexpected]: readonly string[]): number {
  if (unexpected === undefined && /^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new CliError(
    "usage",
    `threads rollback: not a number of turns: ${JSON.stringify(unexpected ?? given)}`,
    {
      hint: "for example: turnpipe threads rollback --last 2",
    },
  );
}

async function turnFromEnd(server: AppServer, threadId: string, count: number): Promise<string> {
  let seen = 0;
  for await (const { id } of (await server.history()).turns(threadId, {
    first: "latest",
    items: false,
  })) {
    seen++;
    if (seen === count) return id;
  }
  throw new CliError(
    "input",
    `${threadId} has ${counted(seen, "turn")}: ${counted(count, "turn")} cannot be removed`,
  );
}
