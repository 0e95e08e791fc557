import { expect, test } from "vitest";

import { isDistinctive, looksLikeKey, redactKeys } from "../../src/redact/secret-values.js";

test.each([
  ["sk-12345", true],
  ["Passw0rd", true],
  ["correcthorse", true],
  ["postgres", false],
  ["sk-1234", false],
  ["12345678901", false],
  ["", false],
])(
  "whether %j is distinctive enough to be redacted without being named: %s",
  (value, distinctive) => {
    expect(isDistinctive(value)).toBe(distinctive);
  },
);

test.each([
  ["sk-abc"],
  ["sk-proj-abc_def"],
  ["at-0123"],
  ["eyJhbGciOi.eyJlbWFpbCI.sig"],
  ["0123456789abcdef01234567"],
])("%s looks like a key", (word) => {
  expect(looksLikeKey(word)).toBe(true);
});

test.each([["status"], ["skip"], ["at"], [""], ["trust-project-config-of-mine"], ["2027-01-02"]])(
  "%j does not",
  (word) => {
    expect(looksLikeKey(word)).toBe(false);
  },
);

test.each([
  ["Authorization: Bearer abc.def", "Authorization: Bearer [redacted]"],
  ["Basic dXNlcjpwYXNz", "Basic [redacted]"],
  ["https://me:pass@host/x", "https://me:[redacted]@host/x"],
  ["https://host/x?a=1&access_token=abc&b=2", "https://host/x?a=1&access_token=[redacted]&b=2"],
  ["key sk-proj-0123456789 end", "key [redacted] end"],
  ["ghp_0123456789abcdef, github_pat_0123456789", "[redacted], [redacted]"],
  ["xoxb-0123456789-abc", "[redacted]"],
  ["AKIAIOSFODNN7EXAMPLE", "[redacted]"],
  ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.sig", "[redacted]"],
  ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----.", "[redacted]."],
  ["a plain text: skip-this, task-based, http://host:80/a@b", undefined],
])("what is a key by its shape is replaced: %s", (text, redacted) => {
  expect(redactKeys(text)).toBe(redacted ?? text);
});
