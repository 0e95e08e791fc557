import type { LoginEvent } from "../../src/dialect/records.js";
import type { RunContext } from "../../src/context.js";
import type { ParsedArguments } from "../cli/parse.js";
import { queryOptions } from "../cli/server-options.js";
import { withServer } from "../cli/with-server.js";

/** `turnpipe login logout`: deletes the stored login. */
export async function logout(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const options = { ...(await queryOptions(argv, runContext)), storedLogin: true };
  return withServer(options, runContext, async ({ server, stdout, say }) => {
    await (await server.accounts()).logOut();
    const done: LoginEvent = { type: "logout.completed" };
    if (options.json) await stdout.record(done);
    else say("logged out");
    return 0;
  });
}
