import { expect, test } from "vitest";

import { createEventLines } from "../../src/output/lines.js";
import { withOwnCommands } from "../../src/text/server-words.js";
import { ended, endOf, message } from "../translate/notifications.js";

const INTERRUPTED = "Review was interrupted. Please re-run /review and wait for it to complete.";

test("what the server says for its own screen is no answer, and not shown to people", () => {
  const end = endOf(
    message("a", "Half a review."),
    message("b", INTERRUPTED),
    ended({ status: "interrupted" }),
  );
  const toLines = createEventLines({ verbose: false });
  const item = { id: "item_0", type: "agent_message", text: INTERRUPTED, phase: null } as const;
  const shown = [
    toLines({ type: "item.completed", item }),
    toLines({ type: "error", message: "the last line" }),
  ];
  expect({ final: end?.finalMessage, shown: shown.flat().map(({ text }) => text) }).toEqual({
    final: "Half a review.",
    shown: ["error: the last line"],
  });
});

test("the commands in its messages are ours", () => {
  expect(withOwnCommands("Run `codex login` or set CODEX_API_KEY")).toBe(
    "Run `turnpipe login` or set CODEX_API_KEY",
  );
});
