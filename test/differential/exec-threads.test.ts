import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { inTurn } from "../helpers/differential.js";
import { expectAlike, onBothSides, threadFile, type Ran, type Side } from "../helpers/asked.js";
import { callServer } from "../helpers/app-server.js";

const TALK: Scenario = {
  description: "The same answer for ever.",
  responses: [
    { say: [{ text: "Yes." }], usage: { input: 100, cached: 40, output: 7, reasoning: 2 } },
  ],
  then: "repeat-last",
};
const REVIEW: Scenario = {
  description: "The same finding for ever.",
  responses: [
    {
      say: [
        {
          text: JSON.stringify({
            findings: [
              {
                title: "[P1] Nobody greets the world",
                body: "It was there before.",
                confidence_score: 0.9,
                priority: 1,
                code_location: {
                  absolute_file_path: "/repo/hello.txt",
                  line_range: { start: 2, end: 2 },
                },
              },
            ],
            overall_correctness: "patch is incorrect",
            overall_explanation: "The world is gone.",
            overall_confidence_score: 0.8,
          }),
        },
      ],
      usage: { input: 50, output: 5 },
    },
  ],
  then: "repeat-last",
};
const SETUP = { scenario: TALK };
const SUB = { below: "sub" };
const AGAIN = ["resume", "ID", "Go."];
const ROOTS = ["-c", 'sandbox_workspace_write.writable_roots=["/usr/lib"]'];
const PROFILE = ["-c", 'default_permissions=":workspace"'];
const SANDBOX = ["-c", 'sandbox_mode="read-only"'];
const REVIEWER = ["-c", 'approvals_reviewer="auto_review"'];
/** A picture of one dot. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const NOBODY = "01a1e263-b780-77d2-9b65-ef1b3caddded";

describe("resume by id", () => {
  test("goes on with the thread, whose usage adds up", async () => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => {
      await side.codex(["One."]);
      return [
        await side.run(["resume", side.id(0), "Two."]),
        await side.run(["Three.", "resume", side.id(0)]),
        await side.run(["resume", side.id(0), "-"], { ...SUB, input: "Four.\n" }),
      ];
    });
    expectAlike(theirs, ours);
    expect(ours.map(({ thread, lines }) => [thread, usages(lines)])).toEqual(
      [2, 3, 4].map((turns) => [0, usage(turns)]),
    );
  });

  test("of nobody fails, and prints nothing", async () => {
    const { theirs, ours } = await onBothSides(SETUP, async ({ run }) => [
      await run(["resume", NOBODY, "One."]),
      await run(["fork", NOBODY, "One."]),
      await run(["fork", NOBODY]),
    ]);
    expectAlike(theirs, ours);
    const failed = {
      lines: [],
      succeeded: false,
      thread: undefined,
      asked: [],
      left: [],
      stored: undefined,
    };
    expect(ours).toEqual([failed, failed, failed]);
  });
});

describe("resume by name", () => {
  test("looks in this directory, or everywhere, and begins anew where nothing is", async () => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => {
      await side.codex(["One."]);
      await name(side, 0, "fix it");
      return [
        await side.run(["resume", "fix it", "Two."]),
        await side.run(["resume", "fix", "Three."]),
        await side.run(["resume", "Fix it", "Three."]),
        await side.run(["resume", "fix it", "Four."], SUB),
        await side.run(["resume", "--all", "fix it", "Five."], SUB),
      ];
    });
    expectAlike(theirs, ours);
    expect(threads(ours)).toEqual([0, 1, 2, 3, 0]);
  });

  test("finds a thread that has moved to another directory", async () => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => {
      await side.codex(["One."]);
      await name(side, 0, "fix it");
      await side.codex(["resume", side.id(0), "Two."], SUB);
      return [await side.run(["resume", "fix it", "Three."], SUB)];
    });
    expectAlike(theirs, ours);
  });

  test("finds a thread that has moved, from where it began", async () => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => {
      await side.codex(["One."]);
      await name(side, 0, "fix it");
      await side.codex(["resume", side.id(0), "Two."], SUB);
      return [await side.run(["resume", "fix it", "Three."])];
    });
    expectAlike(theirs, ours);
  });

  test("takes the latest of several", async () => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => {
      await side.codex(["One."]);
      await side.codex(["Two."]);
      await name(side, 0, "fix it");
      await name(side, 1, "fix it");
      return [
        await side.run(["resume", "fix it", "Three."]),
        await side.codex(["resume", side.id(0), "Four."]),
        await side.run(["resume", "fix it", "Five."]),
        await side.run(["fork", "fix it", "Six."]),
      ];
    });
    expectAlike(theirs, ours);
  });
});

describe("resume --last", () => {
  test("takes the latest of this directory, or of all", async () => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => {
      await side.codex(["One."]);
      return [
        await side.run(["resume", "--last", "Two."]),
        await side.run(["resume", "--last", "ignored", "Three."]),
        await side.run(["resume", "--last", "Four."], SUB),
        await side.run(["resume", "--last", "Five."]),
        await side.run(["resume", "--all", "--last", "Six."], SUB),
      ];
    });
    expectAlike(theirs, ours);
    expect(threads(ours)).toEqual([0, 0, 1, 0, 0]);
  });

  test("goes by where a thread last ran", async () => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => {
      await side.codex(["One."]);
      await side.codex(["Two."]);
      await side.codex(["-C", "sub", "resume", side.id(1), "Three."]);
      return [
        await side.run(["-C", "sub", "resume", "--last", "Four."]),
        await side.run(["resume", "--last", "Five."]),
      ];
    });
    expectAlike(theirs, ours);
    expect(threads(ours)).toEqual([1, 0]);
  });

  test("begins anew where nothing is stored, as a dash or nothing at all does", async () => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => [
      await side.run(["resume", "--last", "One."]),
      await side.run(["resume", "-"], { input: "Two.\n" }),
      await side.run(["resume"], { input: "Three.\n" }),
    ]);
    expectAlike(theirs, ours);
    expect(threads(ours)).toEqual([0, 1, 2]);
  });
});

describe("an old thread runs on today's settings", () => {
  test.each<[string, readonly string[], readonly (readonly string[])[]]>([
    [
      "a plain thread, by flags",
      [],
      [
        ["resume", "ID", "-m", "gpt-5.5", "Go."],
        ["-m", "gpt-5.5", "resume", "ID", "-c", 'model_reasoning_effort="low"', "Go."],
        ["-s", "danger-full-access", "resume", "ID", "Go."],
        ["resume", "ID", "--yolo", "Go."],
        ["--approve-for-me", "resume", "ID", "Go."],
        ["-s", "danger-full-access", "fork", "ID", "-m", "gpt-5.5", "Go."],
        [...ROOTS, "-s", "workspace-write", "--add-dir", "/usr/share", "resume", "ID", "Go."],
      ],
    ],
    [
      "a thread of another model and no sandbox, by config",
      ["-m", "gpt-5.5", "-s", "danger-full-access", "-c", 'model_reasoning_effort="high"'],
      [
        ["fork", "ID", "Go."],
        ["resume", "ID", "Go."],
      ],
    ],
    ["a thread whose directory it made a trusted one", ["-s", "workspace-write"], [AGAIN]],
    ["a thread with an automatic reviewer", ["--approve-for-me"], [AGAIN]],
    ["a plain thread, by a profile", [], [[...PROFILE, ...AGAIN]]],
    ["a plain thread, by a sandbox beside a profile", [], [[...PROFILE, ...SANDBOX, ...AGAIN]]],
  ])("%s", async (_, before, runs) => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => {
      await side.codex([...before, "One."]);
      return inTurn(runs, (args) => side.run(withId(args, side.id(0))));
    });
    expectAlike(theirs, ours);
  });

  test.each(["resume", "fork"])("%s takes a reviewer of the command line", async (word) => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => {
      await side.codex(["One."]);
      return [await side.run([...REVIEWER, word, side.id(0), "Two."])];
    });
    expectAlike(theirs, ours);
  });

  test.each([
    ["a profile", 'default_permissions = ":workspace"\n', [...SANDBOX]],
    ["a sandbox", 'sandbox_mode = "read-only"\n', [...PROFILE]],
    ["a profile, a flag", 'default_permissions = ":read-only"\n', ["-s", "danger-full-access"]],
  ])("the command line goes above %s of config.toml", async (_, toml, flags) => {
    const { theirs, ours } = await onBothSides({ ...SETUP, toml }, async (side) => {
      await side.codex(["One."]);
      return [await side.run([...flags, "resume", side.id(0), "Two."])];
    });
    expectAlike(theirs, ours);
  });

  test.each(["resume", "fork"])("%s takes a reviewer of the config as codex does", async (word) => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => {
      await side.codex(["One."]);
      const config = join(side.engine.codexHome, "config.toml");
      const text = await readFile(config, "utf8");
      await writeFile(config, `approvals_reviewer = "auto_review"\n${text}`);
      return [await side.run([word, side.id(0), "Two."])];
    });
    expectAlike(theirs, ours);
  });

  test("with an answer's shape, images and a file for the answer behind the word", async () => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => {
      const { workdir } = side.engine;
      await writeFile(join(workdir, "shape.json"), '{"type":"object","properties":{}}');
      await writeFile(join(workdir, "dot.png"), Buffer.from(DOT, "base64"));
      await side.codex(["One."]);
      const flags = ["--output-schema", "shape.json", "-o", "last.txt", "-i", "dot.png,none.png"];
      const ran = await side.run(["resume", side.id(0), ...flags, "-i", "no.png", "Two."]);
      return { ran, last: await readFile(join(workdir, "last.txt"), "utf8") };
    });
    expectAlike([theirs.ran], [ours.ran]);
    expect([theirs.last, ours.last]).toEqual(["Yes.", "Yes."]);
  });
});

describe("fork", () => {
  test("branches by id or name from anywhere, and leaves the source as it was", async () => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => {
      await side.codex(["One."]);
      await name(side, 0, "fix it");
      const source = await threadFile(side.engine, side.id(0));
      const runs = [
        await side.run(["fork", side.id(0)]),
        await side.run(["fork", side.id(0), "Two."]),
        await side.run(["Three.", "fork", "fix it"], SUB),
        await side.run(["fork", "fix it", "-"], { input: "Four." }),
        await side.run(["fork", "--ephemeral", side.id(0), "Five."]),
        await side.run(["fork", "nobody", "Six."]),
      ];
      return { runs, untouched: (await threadFile(side.engine, side.id(0))) === source };
    });
    expectAlike(theirs.runs, ours.runs);
    expect([threads(ours.runs), theirs.untouched, ours.untouched]).toEqual([
      [1, 2, 3, 4, 5, undefined],
      true,
      true,
    ]);
  });

  test("without a prompt refuses what only a turn can use", async () => {
    const { theirs, ours } = await onBothSides(SETUP, async (side) => {
      await side.codex(["One."]);
      const needless = ["-i dot.png", "--output-schema shape.json", "-o last.txt", "--ephemeral"];
      return inTurn(needless, (flags) => side.run(["fork", side.id(0), ...flags.split(" ")]));
    });
    expectAlike(theirs, ours);
    expect(ours.map(({ succeeded }) => succeeded)).toEqual([false, false, false, false]);
  });
});

describe("review", () => {
  test("has a target of every kind", async () => {
    const { theirs, ours } = await onBothSides({ scenario: REVIEW }, async (side) => {
      await writeFile(join(side.engine.workdir, "hello.txt"), "hello\nyou\n");
      return [
        await side.run(["review", "--uncommitted"]),
        await side.run(["review", "--base", "main"]),
        await side.run(["review", "--commit", "HEAD", "--title", "A title"]),
        await side.run(["review", "--commit", "HEAD"]),
        await side.run(["ignored", "review", "-m", "gpt-5.5", "  Look at it. "]),
        await side.run(["-s", "danger-full-access", "review", "-"], { input: "Look at it.\n" }),
        await side.run(["review", "--output-schema", "none.json", "Look at it."]),
      ];
    });
    expectAlike(theirs, ours);
    expect(ours.map(({ succeeded, asked }) => [succeeded, asked.length])).toEqual(
      ours.map(() => [true, 1]),
    );
  });

  test("without a target, or with blank instructions, is refused", async () => {
    const { theirs, ours } = await onBothSides(SETUP, async ({ run }) => [
      await run(["review"]),
      await run(["review", "  "]),
      await run(["review", "-"], { input: " \n" }),
      await run(["review", "--cyber-access-program", "standard", "--uncommitted"]),
    ]);
    expectAlike(theirs, ours);
    expect(ours.map(({ succeeded }) => succeeded)).toEqual([false, false, false, false]);
  });
});

test("a thread goes back and forth between codex and turnpipe", async () => {
  const { theirs, ours } = await onBothSides(SETUP, async (side) => [
    await side.run(["One."]),
    await side.codex(["resume", "--last", "Two."]),
    await side.run(["resume", "--last", "Three."]),
    await side.codex(["resume", side.id(0), "Four."]),
    await side.run(["fork", side.id(0), "Five."]),
    await side.codex(["resume", side.id(1), "Six."]),
  ]);
  expectAlike(theirs, ours);
  expect(threads(ours)).toEqual([0, 0, 0, 0, 1, 1]);
});

const withId = (args: readonly string[], id: string): string[] =>
  args.map((arg) => (arg === "ID" ? id : arg));

const threads = (ran: readonly Ran[]) => ran.map(({ thread }) => thread);

async function name({ engine, id }: Side, thread: number, name: string): Promise<void> {
  await callServer(engine, "thread/name/set", { threadId: id(thread), name });
}

/** What the script counts for some turns of the thread. */
const usage = (turns: number) => ({
  input_tokens: 100 * turns,
  cached_input_tokens: 40 * turns,
  cache_write_input_tokens: 0,
  output_tokens: 7 * turns,
  reasoning_output_tokens: 2 * turns,
});

function usages(lines: readonly string[]) {
  return (JSON.parse(lines.at(-1) ?? "{}") as Record<string, unknown>)["usage"];
}
