import { expect, test } from "vitest";

import { accountSentence } from "../../../commands/login/account-text.js";
import type { AccountRecord } from "../../../src/dialect/records.js";

const NOBODY: AccountRecord = {
  logged_in: false,
  login_needed: true,
  type: null,
  email: null,
  plan: null,
  workspace: null,
  environment_key: false,
};

test.each<[string, Partial<AccountRecord>]>([
  ["not logged in", {}],
  ["no login is needed for the model provider in use", { login_needed: false }],
  ["logged in with an API key", { logged_in: true, type: "api_key" }],
  ["logged in with Amazon Bedrock", { logged_in: true, type: "amazon_bedrock" }],
  ["logged in with something new", { logged_in: true, type: "something_new" }],
  [
    "logged in with ChatGPT as s***@example.org (plan team, workspace Acme)",
    {
      logged_in: true,
      type: "chatgpt",
      email: "s***@example.org",
      plan: "team",
      workspace: "Acme",
    },
  ],
])("%s", (sentence, known) => {
  expect(accountSentence({ ...NOBODY, ...known })).toBe(sentence);
});
