import type { LoginEvent } from "../../src/dialect/records.js";
import type { Runtime } from "../../src/context.js";
import { apiKeyIn } from "../../src/session/server-spec.js";
import type { CommandOutput } from "../cli/with-server.js";
import { ENVIRONMENT_KEY_WORDS } from "./account-text.js";

/** Says that a login is done: a line for programs, or a sentence for people. */
export async function loggedIn(
  { method, sentence }: { method: string; sentence: string },
  { stdout, say }: CommandOutput,
  { json, env }: { json: boolean; env: Runtime["env"] },
): Promise<number> {
  const done: LoginEvent = { type: "login.completed", method };
  if (json) await stdout.record(done);
  else say(sentence);
  if (apiKeyIn(env) !== undefined) say(ENVIRONMENT_KEY_WORDS);
  return 0;
}
