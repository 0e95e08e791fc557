import { expect, test } from "vitest";

import { LOGIN_FLAGS } from "../../../commands/login/flags.js";
import { wordsWithoutFlags, refuseSecrets } from "../../../commands/login/refuse-secrets.js";

test.each<[readonly string[], readonly string[]]>([
  [["status", "--json"], ["status"]],
  [["--json", "-c", "a=b", "status"], ["status"]],
  [["--config=a=b", "--timeout", "5m", "-q"], []],
  [
    ["--", "--json", "x"],
    ["--json", "x"],
  ],
])("the words of %j that are no flags are %j", (words, plain) => {
  expect(wordsWithoutFlags(words, LOGIN_FLAGS)).toEqual(plain);
});

const refuse = (words: readonly string[]) => () =>
  refuseSecrets(words, LOGIN_FLAGS, ["status", "logout"]);

test.each<[readonly string[]]>([
  [[]],
  [["status", "--json"]],
  [["stauts"]],
  [["--with-api-key"]],
  [["--with-api-key=true", "-q"]],
  [["--codex", "codex-aarch64-unknown-linux-musl"]],
  [["--codex=codex-aarch64-unknown-linux-musl"]],
  [["-c", "experimental_thing_of_2027_and_later"]],
])("%j holds no secret", (words) => {
  expect(refuse(words)).not.toThrow();
});

test.each<[readonly string[]]>([
  [["sk-abc"]],
  [["status", "sk-abc"]],
  [["--with-api-key", "anything"]],
  [["--with-api-key=anything"]],
  [["--key", "anything"]],
  [["--openai-api-key=anything"]],
  [["--json=sk-abc"]],
  [["--", "sk-abc"]],
])("%j holds one, and the words about it do not", (words) => {
  expect(refuse(words)).toThrow(/^login: keys and tokens are read from stdin only: others can/);
});
