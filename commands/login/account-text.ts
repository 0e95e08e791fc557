import type { AccountRecord } from "../../src/dialect/records.js";

/** Who is logged in, as a sentence. */
export function accountSentence(account: AccountRecord): string {
  const { logged_in, login_needed, type, email, plan, workspace } = account;
  if (!logged_in) {
    return login_needed
      ? "not logged in"
      : "no login is needed: the model provider in use asks for none";
  }
  const known = [plan && `plan ${plan}`, workspace && `workspace ${workspace}`];
  const more = known.filter((part) => part !== null && part !== "").join(", ");
  const who = email === null ? "" : ` as ${email}`;
  return `logged in with ${kindWords(type ?? "")}${who}${more === "" ? "" : ` (${more})`}`;
}

const kindWords = (type: string): string => KINDS[type] ?? type.replaceAll("_", " ");

const KINDS: Readonly<Record<string, string>> = {
  api_key: "an API key",
  chatgpt: "ChatGPT",
  amazon_bedrock: "Amazon Bedrock",
};

/** A login that is not the one in use. */
export const ENVIRONMENT_KEY_WORDS =
  "CODEX_API_KEY is set: run, resume and review use it instead of the stored login";
