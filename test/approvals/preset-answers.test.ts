import { describe, expect, test, vi } from "vitest";

import { withPresetAnswers } from "../../src/approvals/preset-answers.js";
import { DECLINE_ALL, type Approver } from "../../src/approvals/approver.js";
import type { Decision } from "../../src/approvals/response.js";
import { GOING_ON, sample } from "./samples.js";

const GIVEN = "answered beforehand (--answer)";

const question = (id: string) => ({ id, question: `${id}?`, options: [], secret: false });

const toQuestions = (ids: readonly string[], answers: Record<string, string>) =>
  withPresetAnswers(DECLINE_ALL, new Map(Object.entries(answers))).decide(
    sample.userInput({ questions: ids.map(question) }),
    GOING_ON,
  );

/** What becomes of a form. A schema is whatever a tool's server sends. */
const toForm = async (schema: unknown, answers: Record<string, string>): Promise<Decision> =>
  withPresetAnswers(DECLINE_ALL, new Map(Object.entries(answers))).decide(
    sample.elicitation({ schema }),
    GOING_ON,
  );

const form = (properties: Record<string, unknown>, required?: string[]) => ({
  type: "object",
  properties,
  ...(required && { required }),
});

const filled = (content: unknown): Decision => ({ decision: "accept", reason: GIVEN, content });
const putAway = (reason: string): Decision => ({ decision: "cancel", reason });
const NOBODY = "no answer is available";

test("what is not to be filled in goes on to who decides", async () => {
  const decided: Decision = { decision: "acceptForSession", reason: "sure" };
  const decide = vi.fn<Approver["decide"]>().mockResolvedValue(decided);
  const approver = withPresetAnswers({ decide }, new Map([["command", "yes"]]));
  const requests = [sample.command(), sample.fileChange(), sample.permissions(), sample.mcp()];
  const verdicts = await Promise.all(requests.map((each) => approver.decide(each, GOING_ON)));
  expect(verdicts).toEqual([decided, decided, decided, decided]);
  expect(decide.mock.calls).toEqual(requests.map((each) => [each, GOING_ON]));
});

describe("questions", () => {
  test("are answered by their ids when all of them were, and only they are", async () => {
    const answers = { colour: "red", size: "", other: "x" };
    expect(await toQuestions(["colour", "size"], answers)).toEqual({
      decision: "accept",
      reason: GIVEN,
      answers: { colour: ["red"], size: [""] },
    });
  });

  test.each<[name: string, ids: string[], answers: Record<string, string>, reason: string]>([
    ["some were", ["colour", "size"], { colour: "red" }, 'no answer given for "size" (--answer)'],
    ["none was", ["colour", "size"], {}, 'no answer given for "colour" (--answer)'],
    ["there are none", [], { colour: "red" }, NOBODY],
    ["one has no id", [""], { colour: "red" }, NOBODY],
    ["ids are names of objects", ["toString"], {}, 'no answer given for "toString" (--answer)'],
  ])("are declined when %s", async (_name, ids, answers, reason) => {
    expect(await toQuestions(ids, answers)).toEqual({ decision: "decline", reason });
  });
});

describe("a form", () => {
  const PERSON = form({ name: { type: "string" }, nick: { type: "string" } }, ["name"]);

  test.each<[name: string, answers: Record<string, string>, content: unknown]>([
    ["whole", { name: "Ada", nick: "A" }, { name: "Ada", nick: "A" }],
    ["without what is optional", { name: "Ada" }, { name: "Ada" }],
    ["without what it does not ask for", { name: "Ada", age: "36" }, { name: "Ada" }],
    ["with an answer that is empty", { name: "" }, { name: "" }],
  ])("is filled in %s", async (_name, answers, content) => {
    expect(await toForm(PERSON, answers)).toEqual(filled(content));
  });

  test("that requires nothing is filled in with what was given", async () => {
    const schema = form({ a: { type: "string" }, b: { type: "string" } });
    expect(await toForm(schema, { b: "x" })).toEqual(filled({ b: "x" }));
  });

  test.each<[name: string, schema: unknown, answers: Record<string, string>, reason: string]>([
    ["what is required is missing", PERSON, { nick: "A" }, 'no answer given for "name" (--answer)'],
    ["nothing was answered", PERSON, {}, 'no answer given for "name" (--answer)'],
    ["nothing optional was", form({ a: {} }), {}, 'no answer given for "a" (--answer)'],
    ["it has no fields", form({}), { name: "Ada" }, NOBODY],
    ["there is none", null, { name: "Ada" }, NOBODY],
  ])("is put away when %s", async (_name, schema, answers, reason) => {
    expect(await toForm(schema, answers)).toEqual(putAway(reason));
  });

  test("in the place of which a page is to be opened is put away", async () => {
    const approver = withPresetAnswers(DECLINE_ALL, new Map([["name", "Ada"]]));
    const request = sample.elicitation({ schema: null, url: "https://example.org" });
    expect(await approver.decide(request, GOING_ON)).toEqual(putAway(NOBODY));
  });

  test.each([
    ["number", "1.5", 1.5],
    ["number", "-2e3", -2000],
    ["integer", "7", 7],
    ["integer", "0", 0],
    ["boolean", "true", true],
    ["boolean", "yes", true],
    ["boolean", "false", false],
    ["boolean", "no", false],
    ["string", "7", "7"],
    ["string", "true", "true"],
    [undefined, "7", "7"],
  ])("takes a %s of %j", async (type, answer, value) => {
    expect(await toForm(form({ x: { type } }, ["x"]), { x: answer })).toEqual(filled({ x: value }));
  });

  test.each([
    ["number", "abc"],
    ["number", ""],
    ["number", " "],
    ["number", "NaN"],
    ["number", "Infinity"],
    ["number", "1e999"],
    ["integer", "seven"],
    ["integer", "1.5"],
    ["boolean", "maybe"],
    ["boolean", ""],
  ])("is put away rather than sent with a %s that %j is not", async (type, answer) => {
    expect(await toForm(form({ x: { type } }, ["x"]), { x: answer })).toEqual({
      decision: "cancel",
      reason: expect.stringContaining('"x"') as string,
    });
  });

  test.each<[schema: unknown]>([
    [{ properties: null }],
    [{ properties: { name: null }, required: null }],
    [{ properties: "odd", required: 5 }],
    [{ properties: [], required: {} }],
    [{ required: [null, { a: 1 }] }],
    ["odd"],
    [5],
    [[]],
    [true],
  ])("of the odd shape %j is put away, and nothing breaks", async (schema) => {
    expect(await toForm(schema, { other: "x" })).toEqual({
      decision: "cancel",
      reason: expect.any(String) as string,
    });
  });
});
