import { expect, test } from "vitest";

import { looksSecret, oddEnough } from "../src/secret-names.js";

test.each([
  "OPENAI_API_KEY",
  "CODEX_API_KEY",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "GITHUB_TOKEN",
  "NPM_TOKEN",
  "npm_config__authToken",
  "apiKey",
  "APIKEY",
  "PGPASSWORD",
  "DB_PASSWORD",
  "DB_PASSWD",
  "GPG_PASSPHRASE",
  "GH_PAT",
  "CLIENT_SECRET",
  "SECRET_KEY_BASE",
  "GOOGLE_CREDENTIALS",
  "Authorization",
  "experimental_bearer_token",
])("%s names a secret", (name) => {
  expect(looksSecret(name)).toBe(true);
});

test.each([
  "PATH",
  "PWD",
  "HOME",
  "KEYBOARD",
  "XKB_LAYOUT",
  "MAX_TOKENS",
  "TOKENIZERS_PARALLELISM",
  "GITHUB_TOKEN_FILE",
  "SSH_KEY_PATH",
  "SSH_AUTH_SOCK",
  "SECRET_NAME",
  "env_key",
  "cli_auth_credentials_store",
  "THREAD_ID",
  "",
])("%s names none", (name) => {
  expect(looksSecret(name)).toBe(false);
});

test.each([
  ["sk-12345", true],
  ["Passw0rd", true],
  ["correcthorse", true],
  ["postgres", false],
  ["sk-1234", false],
  ["12345678901", false],
  ["", false],
])("whether %j is odd enough to be hidden without being named: %s", (value, odd) => {
  expect(oddEnough(value)).toBe(odd);
});
