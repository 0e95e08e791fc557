import { describe, expect, test } from "vitest";

import type { Level } from "../../../commands/exec/grammar.js";
import { CODEX } from "../../../commands/exec/grammar.js";
import { execHelp } from "../../../commands/exec/help.js";

const EXEC = CODEX.levels["exec"] as Level;
const BEFORE_EXEC = [
  "ask-for-approval",
  "search",
  "no-alt-screen",
  "no-daemon",
  "remote",
  "remote-auth-token-env",
];
const OF_EXEC = [
  "turnpipe exec [PROMPT] [options]",
  "turnpipe exec [options] resume [ID|NAME] [PROMPT]",
  "turnpipe exec [options] fork ID|NAME [PROMPT]",
  "turnpipe exec [options] review [INSTRUCTIONS]",
];

describe("the help", () => {
  test.each<[string[], string[], Level]>([
    [[], OF_EXEC, EXEC],
    [["exec"], OF_EXEC, EXEC],
    [["e"], OF_EXEC, EXEC],
    [["exec", "resume"], ["turnpipe exec resume [ID|NAME] [PROMPT] [options]"], levelOf("resume")],
    [["e", "fork"], ["turnpipe exec fork ID|NAME [PROMPT] [options]"], levelOf("fork")],
    [["exec", "review"], ["turnpipe exec review [INSTRUCTIONS] [options]"], levelOf("review")],
  ])("of %j has its usage and every option it takes", (path, usage, level) => {
    const [head = "", about = "", ...lists] = execHelp(path).split(/\n\n|\n$/);
    const end = lists.pop();
    const [options = "", before = ""] = lists;
    const lines = options.split("\n");
    expect({
      usage: head.split("\n"),
      about: about.split(" ").slice(0, 6).join(" "),
      title: lines[0],
      options: lines.flatMap((line) => /^ {2}(?:-(.), )?--([\w-]+)/.exec(line)?.slice(1) ?? []),
      before: [...before.matchAll(/^ {2}(?:-., )?--([\w-]+)/gm)].map(([, name]) => name),
      end,
    }).toEqual({
      usage,
      about: "The command line of codex exec,",
      title: "Options:",
      options: Object.entries(level.options).flatMap(([name, { short }]) => [short, name]),
      before: level === EXEC ? BEFORE_EXEC : [],
      end: "",
    });
  });

  test.each([
    ["a short option", "  -m, --model MODEL               the model"],
    ["a switch", "  --oss                           use a local provider"],
    [
      "another name",
      "  --json                          print events as JSON lines (also --experimental-json)",
    ],
    ["what is offered", "  --color WHEN                    colour on stderr (always, never, auto)"],
    [
      "a long name on a line of its own",
      `  --dangerously-bypass-approvals-and-sandbox\n${" ".repeat(34)}no sandbox and no git check; only where something else confines the agent (also --yolo)`,
    ],
  ])("names %s", (_, line) => {
    expect(execHelp(["exec"]).split(/\n(?= {2}-)|\n\n|\n$/)).toContain(line);
  });
});

function levelOf(sub: string): Level {
  return EXEC.levels[sub] as Level;
}
