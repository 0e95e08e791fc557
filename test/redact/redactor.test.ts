import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { Redactor } from "../../src/redact/redactor.js";

const KEY = "sk-of-nobody-42";

describe("what is hidden", () => {
  test("a variable that looks like a key is, a plain one is not", () => {
    const secrets = new Redactor({ MY_API_KEY: KEY, GREETING: "hello-there-42" });
    expect(secrets.text(`${KEY}, hello-there-42, ${KEY}`)).toBe(
      "[redacted], hello-there-42, [redacted]",
    );
  });

  test("a word of every text is not, unless it is named", () => {
    const secrets = new Redactor({ DB_PASSWORD: "postgres" });
    expect(secrets.text("src/postgres.ts")).toBe("src/postgres.ts");
    expect(secrets.addVariables(["DB_PASSWORD"])).toEqual([]);
    expect(secrets.text("src/postgres.ts")).toBe("src/[redacted].ts");
  });

  test("names that are not set are told", () => {
    expect(new Redactor({ EMPTY: " " }).addVariables(["EMPTY", "MISSING"])).toEqual([
      "EMPTY",
      "MISSING",
    ]);
  });

  test("a value that would be everywhere is refused", () => {
    expect(() => new Redactor({ FLAG: "yes" }).addVariables(["FLAG"])).toThrow(
      new CliError("usage", "--redact-env FLAG: its value is too short to redact", {
        hint: "fewer than 4 characters would be replaced all over the output",
      }),
    );
  });

  test("of two that begin alike, the longer goes first", () => {
    const secrets = new Redactor({ A_TOKEN: "token-12", B_TOKEN: "token-1234" });
    expect(secrets.text("token-1234 token-12 token-1")).toBe("[redacted] [redacted] token-1");
  });

  test("a value with signs that mean something in patterns is taken as it stands", () => {
    const secrets = new Redactor({ A_TOKEN: String.raw`a.b*c(d)[e]$\n/|` });
    expect(secrets.text(String.raw`a.b*c(d)[e]$\n/| aXb*c(d)[e]$`)).toBe("[redacted] aXb*c(d)[e]$");
  });

  test("the blanks around a value are not part of it", () => {
    expect(new Redactor({ A_TOKEN: ` ${KEY}\n` }).text(`<${KEY}>`)).toBe("<[redacted]>");
  });

  test("of many lines each is hidden, as in a diff, but for the frame around them", () => {
    const pem = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhk\nG9w0BAQEFAASCBKcw\n-----END KEY-----";
    const secrets = new Redactor({ DEPLOY_KEY: pem });
    expect(secrets.text("+-----BEGIN KEY-----\n+MIIEvQIBADANBgkqhk\n+G9w0BAQEFAASCBKcw\n")).toBe(
      "+-----BEGIN KEY-----\n+[redacted]\n+[redacted]\n",
    );
    expect(secrets.text(`<${pem}>`)).toBe("<[redacted]>");
  });

  test("of two lines each is hidden", () => {
    const secrets = new Redactor({ DEPLOY_KEY: "MIIEvQIBADANBgkqhk\nG9w0BAQEFAASCBKcw" });
    expect(secrets.text("+MIIEvQIBADANBgkqhk\n-G9w0BAQEFAASCBKcw\n")).toBe(
      "+[redacted]\n-[redacted]\n",
    );
  });

  test("settings of codex that are keys are, by their last name", () => {
    const secrets = new Redactor();
    secrets.addAssignments([
      `model_providers.x.experimental_bearer_token="${KEY}"`,
      'model_providers.x.env_key="OPENAI_API_KEY"',
      "model_max_token=123456789012",
      "no assignment",
    ]);
    expect(secrets.text(`"${KEY}" OPENAI_API_KEY`)).toBe('"[redacted]" OPENAI_API_KEY');
  });
});

describe("values", () => {
  const secrets = new Redactor({ A_TOKEN: 'quo"te\\d-42' });

  test("every text in them is cleaned, and nothing else", () => {
    const value = {
      type: 'quo"te\\d-42',
      kind: { type: "item.completed" },
      list: [1, null, true, { 'quo"te\\d-42': 'is quo"te\\d-42!' }],
    };
    const clean = {
      type: "[redacted]",
      kind: { type: "item.completed" },
      list: [1, null, true, { "[redacted]": "is [redacted]!" }],
    };
    expect(secrets.value(value)).toEqual(clean);
    expect(JSON.parse(secrets.line(value))).toEqual(clean);
  });

  test("JSON inside of JSON is cleaned as well", () => {
    const inner = JSON.stringify({ key: 'quo"te\\d-42' });
    expect(JSON.parse(secrets.line({ text: inner }))).toEqual({ text: '{"key":"[redacted]"}' });
    const innermost = JSON.stringify({ inner });
    expect(JSON.parse(secrets.line({ text: innermost }))).toEqual({
      text: String.raw`{"inner":"{\"key\":\"[redacted]\"}"}`,
    });
  });

  test("a value without a secret is the very same line", () => {
    const value = { b: "\u2028 é 😀", a: [undefined, Number.NaN] };
    expect(secrets.line(value)).toBe(JSON.stringify(value));
    expect(new Redactor().line(value)).toBe(JSON.stringify(value));
  });

  test("without secrets a value is not even copied", () => {
    const value = { a: 1 };
    expect(new Redactor().value(value)).toBe(value);
  });
});

describe("a text that goes on", () => {
  const secrets = new Redactor({ A_TOKEN: "abab-1234", B_TOKEN: "abab-123456" });

  test.each([
    ["nothing of it", "hello!", "hello!", ""],
    ["its end may begin one in base64", "hello", "hell", "o"],
    ["its end may begin one", "hello ab", "hello ", "ab"],
    ["a whole one that may go on is kept", "x abab-1234", "x ", "abab-1234"],
    ["a whole one that does not go on", "x abab-12345 y", "x [redacted]5 y", ""],
    ["the longer one", "x abab-123456", "x [redacted]", ""],
    ["one behind the beginning of another", "ababab-123456.", "ab[redacted].", ""],
    ["nothing", "", "", ""],
  ])("%s", (_, text, shown, kept) => {
    expect(secrets.split(text)).toEqual({ shown, kept });
  });
});

test("pieces of any size give what the whole text gives", () => {
  const secrets = new Redactor({ A_TOKEN: "abab-1234", B_TOKEN: "b-1234abab", C_KEY: "1234-1234" });
  const whole = "abab-1234abab-1234-1234b-1234ababab-12345abab-123";
  for (let size = 1; size <= whole.length; size++) {
    let kept = "";
    let shown = "";
    for (let at = 0; at < whole.length; at += size) {
      const next = secrets.split(kept + whole.slice(at, at + size));
      shown += next.shown;
      kept = next.kept;
    }
    expect(shown + kept).toBe(secrets.text(whole));
  }
});
