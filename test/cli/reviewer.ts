import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Scenario } from "../../src/demo/scenario.js";
import type { ReviewReport } from "../../src/review/report.js";
import { masked } from "../helpers/differential.js";
import { placeOf, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import type { CliOptions, Finished } from "../helpers/run-cli.js";
import { runCli } from "../helpers/run-in-process.js";

/** A finding as a reviewer's model writes it, on a line of hello.txt. */
export const raw = (rank: number, line = 2, more: object = {}): object => ({
  title: `[P${rank}] Title ${rank}`,
  body: `Body ${rank}.`,
  confidence_score: 0.9,
  priority: rank,
  code_location: {
    absolute_file_path: "{workdir}/hello.txt",
    line_range: { start: line, end: line },
  },
  ...more,
});

/** A whole answer of a reviewer's model. */
export const answer = (...findings: readonly object[]): string =>
  JSON.stringify({
    findings,
    overall_correctness: findings.length === 0 ? "patch is correct" : "patch is incorrect",
    overall_explanation: "Explained.",
    overall_confidence_score: 0.8,
  });

/** A model that gives these answers one after another, and the last one for ever. */
export const reviewer = (...answers: readonly string[]): Scenario => ({
  description: "A reviewer.",
  responses: answers.map((text) => ({
    say: text === "" ? [] : [{ text }],
    usage: { input: 100, cached: 10, output: 20, reasoning: 5 },
  })),
  then: "repeat-last",
});

/** What those answers cost. */
export const USAGE = {
  input_tokens: 100,
  cached_input_tokens: 10,
  cache_write_input_tokens: 0,
  output_tokens: 20,
  reasoning_output_tokens: 5,
};

/** The coverage of a change whose files were all shown to the reviewer. */
export const allReviewed = (files: number): ReviewReport["coverage"] => ({
  ...{ files, reviewed: files, ignored: 0, not_shown: 0, listed: [], unlisted: 0 },
});

/** The first commit of every engine's repository. */
export const START = "78d29077a8940edf5a0b603eeefe8bc7f7ed7032";

/** The change most tests have reviewed: the second line of hello.txt. */
export const CHANGED = "hello\nthere\n";

/** A run of `turnpipe review` on an engine. */
export const review = (
  engine: Engine,
  args: readonly string[],
  { env, ...options }: CliOptions = {},
): Promise<Finished> => {
  const place = placeOf(engine);
  return runCli(["review", ...args], { ...place, ...options, env: { ...place.env, ...env } });
};

/** The last line a run printed, with names for what is new in every run. */
export const lastEvent = (stdout: string, engine: Engine): Event | undefined =>
  readLines<Event>(masked(stdout, engine).join("\n")).at(-1);

/** The review in the last line a run printed. */
export const reportIn = (stdout: string, engine: Engine): ReviewReport =>
  lastEvent(stdout, engine)?.["review"] as ReviewReport;

/** How many times the model was asked. */
export const timesAsked = ({ model }: Engine): number =>
  model.requests.filter(({ path }) => path.endsWith("/responses")).length;

/** Writes the user's own config file, and gives the variables that lead to it. */
export async function userConfig({ codexHome }: Engine, config: object): Promise<UserPlace> {
  const XDG_CONFIG_HOME = join(codexHome, "..", "config");
  await mkdir(join(XDG_CONFIG_HOME, "turnpipe"), { recursive: true });
  await writeFile(join(XDG_CONFIG_HOME, "turnpipe", "config.json"), JSON.stringify(config));
  return { XDG_CONFIG_HOME };
}

type UserPlace = Readonly<Record<"XDG_CONFIG_HOME", string>>;

interface Asked {
  input: { role: string; content: { text: string }[] }[];
}

/** What the model was asked last. */
export function questionOf({ model }: Engine): string | undefined {
  const asked = model.requests.findLast(({ path }) => path.endsWith("/responses"))?.body as Asked;
  const said = asked.input.findLast(({ role }) => role === "user")?.content;
  return said?.map(({ text }) => text).join("\n");
}
