import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { defaultLoaders } from "cosmiconfig";

import { spawnCli, textOf, type CliOptions, type Finished } from "./run-cli.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

type Texts = Readonly<Record<string, string>>;

/** A step of a workflow or of a composite action. */
export interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Texts;
  readonly env?: Texts;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** What came of the steps: outputs by step, and the actions of others that were used. */
export interface Job {
  readonly exit: Finished["exit"];
  readonly stdout: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, Texts>>;
  readonly used: readonly { readonly uses: string; readonly with: Texts }[];
}

/** A runner: its folder for temporary files, and what its expressions mean, such as `inputs.prompt`. */
interface Runner extends CliOptions {
  readonly dir: string;
  readonly values?: Texts;
}

/** The action of this repository. */
export const ACTION = readYaml(
  "action.yml",
  await readFile(join(ROOT, "action.yml"), "utf8"),
) as Action;

/** A YAML text, read by the parser of the config files. */
export function readYaml(name: string, text: string): unknown {
  return defaultLoaders[".yaml"](name, text);
}

/** Runs the action with these inputs, as a runner of GitHub would. */
export async function runAction(inputs: Texts, runner: Runner): Promise<Job & { own: Texts }> {
  const given = Object.entries(ACTION.inputs).map(([name, { default: value }]) => [
    `inputs.${name}`,
    inputs[name] ?? value,
  ]);
  const values = Object.fromEntries(given) as Texts;
  const job = await runSteps(ACTION.runs.steps, { ...runner, values });
  const own = Object.entries(ACTION.outputs).map(([name, { value }]) => [
    name,
    expanded(value, outputValues(job.outputs)),
  ]);
  return { ...job, own: Object.fromEntries(own) as Texts };
}

/** Runs steps one after the other; actions of others are only noted. */
export async function runSteps(steps: readonly Step[], runner: Runner): Promise<Job> {
  const outputs: Record<string, Texts> = {};
  const used: { uses: string; with: Texts }[] = [];
  let [exit, stdout, summary]: [Finished["exit"], string, string] = [0, "", ""];
  for (const step of steps) {
    const values = { ...runner.values, ...outputValues(outputs) };
    if (exit !== 0 && !(step.if?.startsWith("always()") ?? false)) continue;
    const all = (texts: Texts = {}): Texts =>
      Object.fromEntries(Object.entries(texts).map(([name, it]) => [name, expanded(it, values)]));
    const env = { ...runner.env, ...all(step.env) };
    if (step.uses?.startsWith("OWNER/turnpipe@") === true) {
      const job = await runAction(all(step.with), { ...runner, env });
      outputs[step.id ?? ""] = job.own;
      [exit, stdout, summary] = [job.exit, stdout + job.stdout, summary + job.summary];
    } else if (step.uses !== undefined) {
      used.push({ uses: step.uses, with: all(step.with) });
    } else {
      const ended = await runScript(step.run ?? "", { ...runner, env });
      outputs[step.id ?? ""] = ended.outputs;
      [exit, stdout, summary] = [ended.exit, stdout + ended.stdout, summary + ended.summary];
    }
  }
  return { exit, stdout, summary, outputs, used };
}

const outputValues = (outputs: Readonly<Record<string, Texts>>): Texts =>
  Object.fromEntries(
    Object.entries(outputs).flatMap(([id, texts]) =>
      Object.entries(texts).map(([name, text]) => [`steps.${id}.outputs.${name}`, text]),
    ),
  );

/** Replaces `${{ name }}`; what nobody has set is empty, as on GitHub. */
const expanded = (text: unknown, values: Texts): string =>
  String(text).replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => values[name] ?? "");

let scripts = 0;

/** Runs the script of one step, with the files it can write outputs and a summary to. */
async function runScript(script: string, { dir, env, ...options }: Runner) {
  const folder = join(dir, `step-${++scripts}`);
  const files = ["GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"].map((name) => [name, join(folder, name)]);
  const { GITHUB_OUTPUT = "", GITHUB_STEP_SUMMARY = "" } = Object.fromEntries(files) as Texts;
  await mkdir(folder);
  await Promise.all([GITHUB_OUTPUT, GITHUB_STEP_SUMMARY].map((file) => writeFile(file, "")));
  await writeFile(join(folder, "script"), script);
  const bash = ["--noprofile", "--norc", "-eo", "pipefail", join(folder, "script")];
  const { child, ended } = spawnCli(["bash", ...bash], ["ignore", "pipe", "ignore"], {
    ...options,
    env: {
      ...env,
      ...{ GITHUB_ACTION_PATH: ROOT.slice(0, -1), RUNNER_TEMP: dir },
      ...{ GITHUB_OUTPUT, GITHUB_STEP_SUMMARY },
    },
  });
  const stdout = child.stdout === null ? "" : await textOf(child.stdout);
  return {
    exit: (await ended).exit,
    stdout,
    summary: await readFile(GITHUB_STEP_SUMMARY, "utf8"),
    outputs: outputsIn(await readFile(GITHUB_OUTPUT, "utf8")),
  };
}

/** The outputs in the file that the script wrote: `NAME<<MARK`, lines, `MARK`. */
function outputsIn(text: string): Texts {
  const outputs: Record<string, string> = {};
  for (let rest = text; rest !== "";) {
    const [head, name = "", mark = ""] = /^([\w-]+)<<(.+)\n/.exec(rest) ?? [""];
    const end = rest.indexOf(`\n${mark}\n`, head.length - 1);
    if (head === "" || end === -1) throw new Error(`not an output: ${JSON.stringify(rest)}`);
    outputs[name] = rest.slice(head.length, Math.max(end, head.length));
    rest = rest.slice(end + mark.length + 2);
  }
  return outputs;
}
