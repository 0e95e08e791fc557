import { describe, expect, test } from "vitest";

import { createMessageRedactor } from "../../src/protocol/redact-messages.js";
import { redactArguments } from "../../src/recording/redact-arguments.js";
import { Redactor } from "../../src/redact/redactor.js";
import { redactSettings } from "../../src/redact/settings.js";

const VALUE = "of-nobody-0042";

describe.each(["signing_key", "encryption_key", "access_key", "github_pat", "api_key"])(
  "%s is secret",
  (name) => {
    test("in the environment", () => {
      expect(new Redactor({ [name.toUpperCase()]: VALUE }).text(VALUE)).toBe("[redacted]");
    });

    test("in a setting that is given as an argument", () => {
      const redactor = new Redactor();
      redactor.addAssignments([`a.${name}="${VALUE}"`]);
      expect(redactor.text(VALUE)).toBe("[redacted]");
      expect(redactArguments(["-c", `a.${name}="${VALUE}"`])).toEqual([
        "-c",
        `a.${name}=[redacted]`,
      ]);
    });

    test("in settings that are printed", () => {
      expect(redactSettings({ a: { [name]: VALUE } })).toEqual({ a: { [name]: "[redacted]" } });
    });

    test("in settings that are recorded", () => {
      const message = { id: 1, method: "thread/start", params: { config: { [name]: VALUE } } };
      expect(createMessageRedactor()({ from: "client", message })).toEqual({
        ...message,
        params: { config: { [name]: "[redacted]" } },
      });
    });
  },
);
