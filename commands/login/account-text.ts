import type { AccountRecord } from "../../src/dialect/records.js";

/** Describes the login in one sentence. */
export function accountSentence(account: AccountRecord): string {
  const { logged_in, login_needed, type, email, plan, workspace } = account;
  if (!logged_in) {
    return login_needed ? "not logged in" : "no login is needed for the model provider in use";
  }
  const details = [plan && `plan ${plan}`, workspace && `workspace ${workspace}`];
  const more = details.filter((part) => part !== null && part !== "").join(", ");
  const who = email === null ? "" : ` as ${email}`;
  return `logged in with ${loginKind(type ?? "")}${who}${more === "" ? "" : ` (${more})`}`;
}

const loginKind = (type: string): string => KINDS[type] ?? type.replaceAll("_", " ");

const KINDS: Readonly<Record<string, string>> = {
  api_key: "an API key",
  chatgpt: "ChatGPT",
  amazon_bedrock: "Amazon Bedrock",
};

/** Printed when the stored login is not the one in use. */
export const ENVIRONMENT_KEY_NOTE =
  "CODEX_API_KEY is set: run, resume and review use it instead of the stored login";
