import { expect, test } from "vitest";

import { masked } from "../helpers/differential.js";
import { type Engine, placeOf, withEngine } from "../helpers/engine.js";
import { runCli } from "../helpers/run-in-process.js";

const CASES: Readonly<Record<string, readonly string[]>> = {
  "no flags": [],
  "a sandbox and another directory": ["-s", "workspace-write", "--add-dir", "/usr/share"],
  "no sandbox": ["-s", "danger-full-access"],
  "another model": ["-m", "gpt-5.5"],
  "settings for the server": ["-c", 'model_reasoning_effort="high"', "--enable", "code_mode"],
  "a thread that is not stored": ["--ephemeral"],
};

test.each(Object.entries(CASES))("with %s the model is asked the same", async (_name, flags) => {
  const theirs = await withEngine({ scenario: "plain" }, async (engine) => {
    await engine.exec([...flags, "Do it."]);
    return asked(engine);
  });
  const ours = await withEngine({ scenario: "plain" }, async (engine) => {
    await runCli(["run", "--json", ...flags, "Do it."], placeOf(engine));
    return asked(engine);
  });
  expect(ours).toEqual(theirs);
});

/** What reached the model: the whole body, and the headers that say who asks and how. */
function asked(engine: Engine): unknown[] {
  return engine.model.requests.map(({ method, path, headers, body }) => ({
    method,
    path,
    originator: headers["originator"],
    ...unmarked(body, engine),
  }));
}

/** The body without what is new in every run: ids of installation, session and turn. */
function unmarked(body: unknown, engine: Engine): { body: unknown; turn: unknown } {
  // The metadata comes in no fixed order, so ids cannot be told apart by their first appearance.
  const [text = "{}"] = masked(JSON.stringify(body), engine);
  const { client_metadata: metadata, ...rest } = JSON.parse(
    text.replaceAll(/uuid-\d+/g, "uuid"),
  ) as Record<string, unknown>;
  const turn = (metadata as Record<string, string>)["x-codex-turn-metadata"] ?? "{}";
  const same = Object.entries(JSON.parse(turn) as Record<string, unknown>).filter(
    // The time, and what git was asked in the background and may answer too late.
    ([key]) => key !== "turn_started_at_unix_ms" && key !== "workspaces",
  );
  return { body: rest, turn: Object.fromEntries(same) };
}
