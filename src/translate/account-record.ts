import type { AccountState } from "../protocol/account-calls.js";
import type { AccountRecord } from "../dialect/records.js";
import { snakeCase } from "./items.js";

/** Converts an account; the email address is masked unless `showEmail`. */
export function accountRecord(
  { account, requiresOpenaiAuth }: AccountState,
  { showEmail, environmentKey }: { showEmail: boolean; environmentKey: boolean },
): AccountRecord {
  const email = account?.email ?? null;
  const loggedIn = account !== null && account !== undefined;
  return {
    logged_in: loggedIn,
    login_needed: requiresOpenaiAuth ?? true,
    type: loggedIn ? snakeCase(account.type) : null,
    email: email === null || showEmail ? email : maskEmail(email),
    plan: account?.planType ?? null,
    workspace: account?.workspaceName ?? null,
    environment_key: environmentKey,
  };
}

/** Keeps enough to recognise one's own address, too little to write to it. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return at < 1 ? "***" : `${first}***${email.slice(at)}`;
}
