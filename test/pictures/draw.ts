import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { demoScenario } from "../../src/demo/catalog.js";
import { parseScenario, type Scenario } from "../../src/demo/scenario.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { writeProgram } from "../helpers/git-repository.js";
import { BIN, type CliOptions, startOnTerminal } from "../helpers/run-cli.js";
import { screenAfter } from "./screen.js";
import { svgOf } from "./svg.js";

/** Where the pictures are. */
export const PICTURES = new URL("../../docs/pictures/", import.meta.url);

/** Runs what the documentation shows, each on a terminal; gives file name to SVG. */
export async function drawPictures(): Promise<Record<string, string>> {
  const edit = await withEngine({ scenario: demo("edit") }, (engine) =>
    draw(stageOf(engine), ["turnpipe", "run", "--write", "Let greet.sh take a name"]),
  );
  const cart = demo("review");
  const { review, push } = await withEngine(
    { scenario: { ...cart, files: {} } },
    async (engine) => {
      const stage = stageOf(engine);
      commitNew(stage, cart.files ?? {});
      const seen = await draw(stage, ["turnpipe", "review", "--base", "origin/main"]);
      await onTerminal(stage, ["turnpipe", "review", "hook", "install"]);
      return { review: seen, push: await draw(stage, ["git", "push", "origin", "main"]) };
    },
  );
  return { "edit.svg": edit, "review.svg": review, "push.svg": push };
}

/** A picture without what is different in each run: times and thread ids. */
export const withoutVariables = (svg: string): string =>
  svg
    .replaceAll(/\b(\d+m )?\d+(\.\d+)?(ms|s)\b/g, "TIME")
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4})+(-[0-9a-f]{12})?\b/g, "ID");

/** A demo, in a directory of any name. */
function demo(name: string): Scenario {
  const scenario = demoScenario(name);
  return parseScenario(JSON.parse(JSON.stringify(scenario).replaceAll("{workdir}/", "")));
}

/** Where commands run, and in which environment. */
type Stage = Pick<CliOptions, "env"> & { readonly cwd: string };

/** The engine's repository under a name that can be shown, and turnpipe on the PATH. */
function stageOf(engine: Engine): Stage {
  const cwd = join(engine.dir, "code", "shop");
  mkdirSync(join(cwd, ".."));
  renameSync(engine.workdir, cwd);
  const bin = join(engine.dir, "bin");
  writeProgram(join(bin, "turnpipe"), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  const env = {
    ...placeOf(engine).env,
    TERM: "xterm-256color",
    NO_COLOR: undefined,
    GIT_CONFIG_GLOBAL: "/dev/null",
    PATH: `${bin}:${engine.env["PATH"] ?? ""}`,
  };
  return { cwd, env };
}

/** Commits files that the remote does not have. */
function commitNew({ cwd, env }: Stage, files: Readonly<Record<string, string>>): void {
  const git = (...args: string[]): void => void execFileSync("git", args, { cwd, env });
  git("init", "--quiet", "--bare", "../shop.git");
  git("remote", "add", "origin", "../shop.git");
  git("push", "--quiet", "origin", "main");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(cwd, path, ".."), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  git("add", "--all");
  git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "Add the cart");
}

const COLUMNS = 94;

async function draw(stage: Stage, command: readonly string[]): Promise<string> {
  const title = command.map((word) => (word.includes(" ") ? `"${word}"` : word)).join(" ");
  const screen = await onTerminal(stage, command);
  const rows = screenAfter(`\u{1B}[1m$ ${title}\u{1B}[0m\r\n${screen}`, COLUMNS);
  while (rows.at(-1)?.length === 0) rows.pop();
  return svgOf(rows, { columns: COLUMNS, title });
}

/** What a command writes to its terminal. */
async function onTerminal(stage: Stage, program: readonly string[]): Promise<string> {
  const { screen } = await startOnTerminal([], { ...stage, columns: COLUMNS, program }).done;
  return screen;
}
