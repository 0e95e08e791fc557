import { describe, expect, test } from "vitest";

import { validateAnswer } from "../../src/answer/validate.js";

/** What is wrong with answers by a schema, as the worker that checks them would say it. */
const compileAnswerCheck =
  (schema: unknown) =>
  (answer: string): unknown => {
    const outcome = validateAnswer({ schema: JSON.stringify(schema), answer });
    return "mismatch" in outcome ? (outcome.mismatch ?? undefined) : outcome;
  };

const PERSON = {
  type: "object",
  properties: { name: { type: "string" }, tags: { type: "array", items: { enum: ["a", "b"] } } },
  required: ["name"],
  additionalProperties: false,
};

describe("an answer", () => {
  test.each<[string, string | undefined]>([
    ['{"name":"Ada","tags":["a","b"]}', undefined],
    [' {"name":"Ada"}\n', undefined],
    ["{}", "the answer must have required property 'name'"],
    ['{"name":5}', "the answer/name must be string"],
    [
      '{"name":"Ada","tags":["a","c"]}',
      "the answer/tags/1 must be equal to one of the allowed values",
    ],
    ['{"name":"Ada","age":3}', "the answer must NOT have additional properties"],
    ["null", "the answer must be object"],
    ["Ada", "the answer is not JSON"],
    ['```json\n{"name":"Ada"}\n```', "the answer is not JSON"],
    ["", "the answer is not JSON"],
  ])("%j: %j", (answer, problem) => {
    expect(compileAnswerCheck(PERSON)(answer)).toBe(problem);
  });

  test("can be checked again and again", () => {
    const check = compileAnswerCheck(PERSON);
    expect([check("{}"), check('{"name":"Ada"}'), check("{}")]).toEqual([
      "the answer must have required property 'name'",
      undefined,
      "the answer must have required property 'name'",
    ]);
  });
});

describe("drafts", () => {
  // A tuple is written differently before and after 2020-12, and only its own draft minds it.
  const older = { type: "array", items: [{ type: "string" }], additionalItems: false };
  const newer = { type: "array", prefixItems: [{ type: "string" }], items: false };

  test.each([
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/draft-07/schema",
    "https://json-schema.org/draft-07/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-04/schema#",
  ])("%s is understood", ($schema) => {
    const check = compileAnswerCheck({ $schema, ...older });
    expect([check('["a"]'), check("[1]"), check('["a",2]')]).toEqual([
      undefined,
      "the answer/0 must be string",
      "the answer must NOT have more than 1 items",
    ]);
  });

  test.each(["https://json-schema.org/draft/2020-12/schema", undefined, 5, "urn:x"])(
    "%s is understood as 2020-12",
    ($schema) => {
      const check = compileAnswerCheck({ $schema, ...newer });
      expect([check('["a"]'), check("[1]"), check('["a",2]')]).toEqual([
        undefined,
        "the answer/0 must be string",
        "the answer must NOT have more than 1 items",
      ]);
    },
  );

  test("tuples of the older drafts are understood without a $schema", () => {
    const check = compileAnswerCheck({
      type: "array",
      items: [{ type: "string" }],
      additionalItems: false,
    });
    expect([check('["a"]'), check("[1]"), check('["a",2]')]).toEqual([
      undefined,
      "the answer/0 must be string",
      "the answer must NOT have more than 1 items",
    ]);
  });

  test("references inside the schema are followed, by the old name and the new", () => {
    const word = { type: "string" };
    const checks = [
      compileAnswerCheck({ $ref: "#/definitions/word", definitions: { word } }),
      compileAnswerCheck({ $ref: "#/$defs/word", $defs: { word } }),
    ];
    expect(checks.map((check) => check("5"))).toEqual([
      "the answer must be string",
      "the answer must be string",
    ]);
  });

  test("a format is a remark, not a rule, and unknown words are passed over", () => {
    const check = compileAnswerCheck({ type: "string", format: "date-time", "x-order": 1 });
    expect(check('"yesterday"')).toBeUndefined();
  });

  test("a boolean schema takes everything or nothing", () => {
    expect([compileAnswerCheck(true)("5"), compileAnswerCheck(false)("5")]).toEqual([
      undefined,
      "the answer boolean schema is false",
    ]);
  });

  test("a schema cannot make the check asynchronous", () => {
    expect(compileAnswerCheck({ $async: true, type: "string" })("5")).toBe(
      "the answer must be string",
    );
  });
});

test.each([
  [
    { type: "nonsense" },
    "schema is invalid: data/type must be equal to one of the allowed values, data/type must be array, data/type must match a schema in anyOf",
  ],
  [{ $ref: "#/$defs/none" }, "can't resolve reference #/$defs/none from id #"],
  [{ properties: 5 }, "schema is invalid: data/properties must be object"],
])("a schema that is none is named with the reason: %j", (schema, why) => {
  expect(validateAnswer({ schema: JSON.stringify(schema) })).toEqual({ invalidSchema: why });
});
