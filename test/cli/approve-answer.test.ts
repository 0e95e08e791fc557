import { expect, test } from "vitest";

import { placeOf, type Engine } from "../helpers/engine.js";
import { runCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";
import { asked, decision, ONE, saying, userConfig } from "./asking.js";

const withEngine = sharedEngines();

const OPTIONS = ["red", "blue"].map((label) => ({ label, description: label }));
const QUESTIONS = [
  { id: "colour", header: "Colour", question: "Which colour?", options: OPTIONS },
  { id: "name", header: "Name", question: "Which name?", options: OPTIONS },
];
const CURIOUS = saying({ call: "request_user_input", arguments: { questions: QUESTIONS } });
// The engine offers it in a plain turn only so.
const OFFERED = ["--enable", "default_mode_request_user_input"];
const SUBJECT = "answer: Which colour? Which name?";

test.each(["never", "always", "rules", "exec:exit 1"])(
  "with --approve %s an answer that was given beforehand reaches the agent",
  async (approve) => {
    await withEngine({ scenario: CURIOUS }, async (engine) => {
      const env = await userConfig(engine, { answers: { colour: "green", name: "x=y" } });
      const args = [...OFFERED, "--approve", approve, "--answer", "colour=red"];
      const { exit, decided, left } = await asked(engine, args, { env });
      const why = "answered beforehand (--answer)";
      expect({ exit, decided, left, heard: heard(engine) }).toEqual({
        exit: 0,
        decided: [decision(0, "userInput", "accept", why, SUBJECT)],
        left: [],
        heard: { answers: { colour: { answers: ["red"] }, name: { answers: ["x=y"] } } },
      });
    });
  },
);

test("a question that nobody answered is declined, and the words name it", async () => {
  await withEngine({ scenario: CURIOUS }, async (engine) => {
    const args = [...OFFERED, "--approve", "always", "--answer", "colour=red"];
    const run = await asked(engine, [...args, "--fail-on", "declined"]);
    const why = 'no answer given for "name" (--answer)';
    expect({ exit: run.exit, decided: run.decided, heard: heard(engine) }).toEqual({
      exit: 3,
      decided: [decision(0, "userInput", "decline", why, SUBJECT)],
      heard: { answers: {} },
    });
  });
});

const BAD_ANSWER =
  "--answer: expected key=value\nhint: the key is the id of the question, or the name of the field\n";

test.each([
  [["--approve", "maybe"], badApprove("maybe")],
  [["--approve", "Always"], badApprove("Always")],
  [["--approve", "exec: "], badApprove("exec: ")],
  [["--approve", ""], badApprove("")],
  [["--approve-timeout", "soon"], "--approve-timeout soon: expected a time, such as 90s or 5m\n"],
  [["--approve-timeout", "0s"], "--approve-timeout 0s: expected a time, such as 90s or 5m\n"],
  [["--answer", "red"], BAD_ANSWER],
  [["--answer", "=red"], BAD_ANSWER],
])("%j is bad input, and nothing runs", async (args, says) => {
  await withEngine({ scenario: ONE }, async (engine) => {
    const run = await runCli(["run", "--json", ...args, "Go"], placeOf(engine));
    expect({ ...run, asked: engine.model.requests }).toEqual(refused(says));
  });
});

const HINT =
  "hint: rules look like: git status, =npm test, path: src/**, mcp: files/read_*, host: *.example.org\n";

test.each([
  ["mcp:", `the rule "mcp:" is invalid: no pattern\n${HINT}`],
  [
    "a && b",
    `the rule "a && b" is invalid: a shell operator: a rule is about one simple command\n${HINT}`,
  ],
])("the rule %j is bad input, and nothing runs", async (rule, says) => {
  await withEngine({ scenario: ONE }, async (engine) => {
    const config = { approve: "rules", approvals: { allow: ["touch", rule] } };
    const env = { ...placeOf(engine).env, ...(await userConfig(engine, config)) };
    const run = await runCli(["run", "--json", "Go"], { ...placeOf(engine), env });
    expect({ ...run, asked: engine.model.requests }).toEqual(refused(says));
  });
});

test("a config file that names nobody who could approve is named itself", async () => {
  await withEngine({ scenario: ONE }, async (engine) => {
    const user = await userConfig(engine, { approve: "maybe" });
    const env = { ...placeOf(engine).env, ...user };
    const { exit, stdout, stderr } = await runCli(["run", "--json", "Go"], {
      ...placeOf(engine),
      env,
    });
    expect({ exit, stdout, named: stderr.includes("turnpipe/config.json: approve") }).toEqual({
      exit: 2,
      stdout: "",
      named: true,
    });
  });
});

function badApprove(word: string): string {
  const hint = "hint: for example: --approve rules, with approvals.allow in the config file\n";
  return `--approve ${word}: expected never, always, rules, ask, exec:CMD\n${hint}`;
}

const refused = (says: string) => ({
  exit: 2,
  stdout: "",
  stderr: `turnpipe: ${says}`,
  left: [],
  asked: [],
});

/** What the model was told that its question came to. */
function heard({ model }: Engine): unknown {
  const { input } = model.requests.at(-1)!.body as { input: { type: string; output?: string }[] };
  const output = input.find(({ type }) => type === "function_call_output")?.output;
  return JSON.parse(output ?? "null") as unknown;
}
