import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { Budget, type BudgetOptions } from "../../src/turn/budget.js";
import { isLimited, RunLimits } from "../../src/turn/limits.js";
import { NO_USAGE } from "../../src/translate/usage.js";
import { command, completed, message, notification, started } from "../translate/notifications.js";

const used = (input: number, output = 0) => ({
  ...NO_USAGE,
  input_tokens: input,
  output_tokens: output,
});
const ANSWERED = notification("thread/tokenUsage/updated", { tokenUsage: { total: {}, last: {} } });
const CALLED = started(command({ status: "inProgress" }));
const over = (text: string) => new CliError("budget", text);

/** What a budget returns for each notification, with ten tokens more for each. */
function spent(options: BudgetOptions, ...pieces: Parameters<Budget["onNotification"]>[0][]) {
  const budget = new Budget(options);
  return pieces.map((piece, at) => budget.onNotification(piece, used(6 * at + 6, 4 * at + 4)));
}

describe("a number of answers", () => {
  const ENOUGH = over("not done after 2 answers of the model (--max-steps)");

  test("lets the last one be the last", () => {
    expect(spent({ maxSteps: 2 }, CALLED, ANSWERED, message("m", "Done"), ANSWERED)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("does not let the last one call for another", () => {
    expect(spent({ maxSteps: 2 }, CALLED, ANSWERED, CALLED, ANSWERED)).toEqual([
      undefined,
      undefined,
      undefined,
      ENOUGH,
    ]);
  });

  test("does not let one come after the last, whatever called for it", () => {
    expect(spent({ maxSteps: 2 }, ANSWERED, ANSWERED, ANSWERED)).toEqual([
      undefined,
      undefined,
      ENOUGH,
    ]);
  });

  test("of one is said in the singular", () => {
    expect(spent({ maxSteps: 1 }, CALLED, completed(command()), ANSWERED).at(-1)).toEqual(
      over("not done after 1 answer of the model (--max-steps)"),
    );
  });

  test("counts on in another turn, to which calls of the one before are nothing", () => {
    const next = notification("turn/started", { turn: { id: "u-2", status: "inProgress" } });
    const [, , last] = spent({ maxSteps: 1 }, CALLED, next, ANSWERED);
    expect(last).toBeUndefined();
    const [, , counted] = spent({ maxSteps: 1 }, ANSWERED, next, ANSWERED);
    expect(counted).toEqual(over("not done after 1 answer of the model (--max-steps)"));
  });
});

describe("a number of tokens", () => {
  test("may be used up, and not more than that, in and out together", () => {
    expect(spent({ maxTokens: 20 }, ANSWERED, ANSWERED, ANSWERED)).toEqual([
      undefined,
      undefined,
      over("used 30 tokens, more than 20 (--max-tokens)"),
    ]);
  });

  test("is looked at when the server tells it, not before", () => {
    expect(spent({ maxTokens: 5 }, CALLED, message("m", "x"))).toEqual([undefined, undefined]);
  });

  test("is named first where both are used up", () => {
    expect(spent({ maxTokens: 5, maxSteps: 1 }, CALLED, ANSWERED).at(-1)).toEqual(
      over("used 20 tokens, more than 5 (--max-tokens)"),
    );
  });
});

test("without a budget there is no end", () => {
  expect(spent({}, ...Array.from({ length: 100 }, () => ANSWERED)).filter(Boolean)).toEqual([]);
});

test("limits keep the first reason, and halt the run", () => {
  const halted: unknown[] = [];
  const limits = new RunLimits({ maxTokens: 5 }, (error) => halted.push(error));
  limits.onNotification(ANSWERED, used(5));
  expect([limits.exceeded, halted]).toEqual([undefined, []]);
  limits.onNotification(ANSWERED, used(6));
  limits.onNotification(ANSWERED, used(7));
  const [first, second] = ["6", "7"].map((n) =>
    over(`used ${n} tokens, more than 5 (--max-tokens)`),
  );
  expect([limits.exceeded, halted]).toEqual([first, [first, second]]);
});

test.each([
  [{}, false],
  [{ wallMs: undefined, maxSteps: undefined }, false],
  [{ wallMs: 1 }, true],
  [{ maxSteps: 1 }, true],
])("whether %j is a limit at all: %s", (options, limited) => {
  expect(isLimited(options)).toBe(limited);
});
