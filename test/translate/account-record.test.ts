import { describe, expect, test } from "vitest";

import type { AccountState } from "../../src/protocol/account-calls.js";
import { AccountRecord } from "../../src/dialect/records.js";
import { accountRecord } from "../../src/translate/account-record.js";

const SHY = { showEmail: false, environmentKey: false };
const OPEN = { showEmail: true, environmentKey: false };
const SOMEONE = {
  type: "chatgpt",
  email: "someone@example.org",
  planType: "pro",
  workspaceName: "Lab",
};
const NOBODY = {
  logged_in: false,
  login_needed: true,
  type: null,
  email: null,
  plan: null,
  workspace: null,
  environment_key: false,
};

test("an account says who it is, in this order", () => {
  const record = accountRecord({ account: SOMEONE, requiresOpenaiAuth: true }, OPEN);
  expect(JSON.stringify(record)).toBe(
    JSON.stringify({
      logged_in: true,
      login_needed: true,
      type: "chatgpt",
      email: "someone@example.org",
      plan: "pro",
      workspace: "Lab",
      environment_key: false,
    }),
  );
});

test.each<[string, AccountState, object]>([
  ["nobody", { account: null, requiresOpenaiAuth: true }, NOBODY],
  ["nobody, in few words", {}, NOBODY],
  [
    "nobody where nobody needs to",
    { requiresOpenaiAuth: false },
    { ...NOBODY, login_needed: false },
  ],
  [
    "a key",
    { account: { type: "apiKey" }, requiresOpenaiAuth: true },
    { ...NOBODY, logged_in: true, type: "api_key" },
  ],
  [
    "a cloud",
    { account: { type: "amazonBedrock" }, requiresOpenaiAuth: null },
    { ...NOBODY, logged_in: true, type: "amazon_bedrock" },
  ],
  [
    "a plan without a name",
    { account: { type: "chatgpt", email: null, planType: null, workspaceName: null } },
    { ...NOBODY, logged_in: true, type: "chatgpt" },
  ],
])("%s is logged in", (_, state, expected) => {
  const record = accountRecord(state, SHY);
  expect(record).toEqual(expected);
  expect(AccountRecord.safeParse(record).success).toBe(true);
});

test("a key in the environment is told apart from what is stored", () => {
  expect(accountRecord({}, { showEmail: false, environmentKey: true })).toEqual({
    ...NOBODY,
    environment_key: true,
  });
});

describe("an address", () => {
  test.each([
    ["someone@example.org", "s***@example.org"],
    ["s@example.org", "s***@example.org"],
    ["🧭north@example.org", "🧭***@example.org"],
    ['"odd@name"@example.org', '"***@example.org'],
    ["@example.org", "***"],
    ["no address", "***"],
    ["", "***"],
  ])("%j is shown as %j", (email, shown) => {
    const state = { account: { ...SOMEONE, email } };
    expect([accountRecord(state, SHY).email, accountRecord(state, OPEN).email]).toEqual([
      shown,
      email,
    ]);
  });
});
