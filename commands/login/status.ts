import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { RunContext } from "../../src/context.js";
import { readLogin } from "../../src/session/login.js";
import { accountRecord } from "../../src/translate/account-record.js";
import type { ParsedArguments } from "../cli/parse.js";
import { queryOptions } from "../cli/server-options.js";
import { apiKeyIn } from "../../src/session/server-spec.js";
import { withServer } from "../cli/with-server.js";
import { accountSentence, ENVIRONMENT_KEY_NOTE } from "./account-text.js";

/** `turnpipe login status`: prints the login; exit 4 if one is needed and there is none. */
export async function status(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const options = { ...(await queryOptions(argv, runContext)), storedLogin: true };
  const environmentKey = options.connect === undefined && apiKeyIn(runContext.env) !== undefined;
  return withServer(options, runContext, async ({ server, stdout, say }) => {
    const showEmail = argv["show"] === true;
    const account = accountRecord(await readLogin(server), { showEmail, environmentKey });
    if (options.json) await stdout.record(account);
    // As codex does: without --json, the exit status is what a script reads.
    else say(accountSentence(account));
    if (environmentKey) say(ENVIRONMENT_KEY_NOTE);
    if (account.logged_in || !account.login_needed) return 0;
    say("hint: log in with: turnpipe login");
    return exitCodeOf("unauthorized");
  });
}
