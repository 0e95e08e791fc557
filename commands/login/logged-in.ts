import type { LoginEvent } from "../../src/dialect/records.js";
import type { RunContext } from "../../src/context.js";
import { apiKeyIn } from "../../src/session/server-spec.js";
import type { CommandOutput } from "../cli/with-server.js";
import { ENVIRONMENT_KEY_NOTE } from "./account-text.js";

/** Reports a finished login: a record with --json, else a sentence. */
export async function reportLogin(
  { method, sentence }: { method: string; sentence: string },
  { stdout, say }: CommandOutput,
  { json, env }: { json: boolean; env: RunContext["env"] },
): Promise<number> {
  const done: LoginEvent = { type: "login.completed", method };
  if (json) await stdout.record(done);
  else say(sentence);
  if (apiKeyIn(env) !== undefined) say(ENVIRONMENT_KEY_NOTE);
  return 0;
}
