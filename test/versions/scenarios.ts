import type { Response, Scenario } from "../../src/demo/scenario.js";

/** An answer for each request. */
export const ANSWERS: Scenario = {
  description: "Done, whatever is asked.",
  responses: [{ say: [{ text: "Done." }] }],
  then: "repeat-last",
};

/** An answer that fits a schema. */
export const JSON_ANSWER: Scenario = {
  description: "An object.",
  responses: [{ say: [{ text: '{"tea":"jasmine"}' }] }],
};

/** The same in the second turn, after a first one whose prompt is this. */
export const secondTurn = (prompt: string, { description, responses }: Scenario): Scenario => ({
  ...{ description, responses: [{ when: prompt, say: [{ text: "Done." }] }, ...responses] },
});

/** A model that never ends its response. */
export const HANGS: Scenario = {
  description: "A message, and a response that never ends.",
  responses: [{ say: [{ text: "One moment." }], end: "hang" }],
};

/** A shell command, then an answer. */
export const command = (line: string, { escalated = false } = {}): Scenario => ({
  description: "A command, then an answer.",
  // Some releases report the end of a command a little later, and not at all if the turn is over by then.
  responses: [...commandResponses(line, escalated), { say: [{ text: "Done." }], delay_ms: 1_000 }],
});

/** The tool for commands has had three names: the one that a request offers is called. */
const commandResponses = (line: string, escalated: boolean): Response[] => {
  const permissions = {
    sandbox_permissions: "require_escalated",
    with_escalated_permissions: true,
    justification: "Needed.",
  };
  const tools: readonly [when: string, call: string, what: object][] = [
    [offered("exec_command"), "exec_command", { cmd: line }],
    // Newer models make their calls in code.
    ["exec_command(args", "exec_command", { cmd: line }],
    [offered("shell_command"), "shell_command", { command: line }],
    [offered("shell"), "shell", { command: ["bash", "-lc", line] }],
  ];
  return tools.map(([when, call, what]) => ({
    when,
    say: [{ call, arguments: { ...what, ...(escalated ? permissions : {}) } }],
  }));
};

const offered = (name: string): string => `"type":"function","name":"${name}"`;

/** A patch by a shell command: whether there is a tool for it depends on the model. */
export const patch = (text: string): Scenario => command(`apply_patch <<'EOF'\n${text}EOF\n`);

export const NEW_FILE = "*** Begin Patch\n*** Add File: new.txt\n+alpha\n*** End Patch\n";

/** A reviewer's answer with one finding. */
export const REVIEW: Scenario = {
  description: "A reviewer finds one problem.",
  files: { "src/sum.js": "export const sum = (a, b) => a - b;\n" },
  responses: [
    {
      say: [
        {
          text: JSON.stringify({
            findings: [
              {
                title: "[P1] Add the numbers",
                body: "It subtracts.",
                confidence_score: 0.9,
                priority: 1,
                code_location: {
                  absolute_file_path: "{workdir}/src/sum.js",
                  line_range: { start: 1, end: 1 },
                },
              },
            ],
            overall_correctness: "patch is incorrect",
            overall_explanation: "The sum is wrong.",
            overall_confidence_score: 0.9,
          }),
        },
      ],
    },
  ],
  then: "repeat-last",
};
