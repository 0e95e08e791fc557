import { INCLUDES, type Include } from "../../src/translate/include.js";
import { readTurn, turnNames } from "../helpers/fixture.js";
import { MUTATION_KINDS, mutated, type Mutation } from "./mutate.js";
import { randomFrom } from "./random.js";
import { ran, type Ran } from "./run-case.js";
import { STORED, type Stored } from "./scripted-child.js";
import { actsOf, type Act } from "./script.js";
import { EXIT_MEANINGS } from "../../src/outcome/exit-codes.js";
import { lineProblems, stderrProblems } from "../helpers/event-lines.js";

/** A conversation and how it is spoiled: everything needed to have it again. */
export interface Case {
  readonly turn: string;
  readonly mutations: readonly Mutation[];
  readonly include: readonly Include[];
  readonly json: boolean;
  readonly stored: Stored;
  readonly stubborn: boolean;
}

/** The case of a number. */
export function caseOf(seed: number): Case {
  const random = randomFrom(seed);
  const mutations = Array.from({ length: 1 + random.below(MOST_MUTATIONS) }, () => ({
    kind: random.pick(MUTATION_KINDS),
    seed: random.below(2 ** 31),
  }));
  return {
    turn: random.pick(TURNS),
    mutations,
    include: INCLUDES.filter(() => random.next() < 0.4),
    json: random.next() < 0.85,
    stored: random.pick(STORED),
    stubborn: random.next() < 0.1,
  };
}

const MOST_MUTATIONS = 4;
const TURNS = turnNames();
const WIRES: ReadonlyMap<string, readonly Act[]> = new Map(
  TURNS.map((name) => [name, actsOf(readTurn(name).wire)]),
);

/** What is wrong with how a case ends; nothing, if all is well. */
export async function problemsIn(tried: Case): Promise<string[]> {
  const acts = tried.mutations.reduce(mutated, [...(WIRES.get(tried.turn) ?? [])]);
  return problemsOf(await ran({ ...tried, acts }), tried.json);
}

/** The same trouble with less: whatever can be left out is. */
export async function shrunk(failing: Case): Promise<Case> {
  for (const smaller of smallerThan(failing)) {
    if ((await problemsIn(smaller)).length > 0) return shrunk(smaller);
  }
  return failing;
}

function smallerThan(large: Case): Case[] {
  const { mutations, include, stubborn, json, stored } = large;
  const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, each) => each !== at);
  return [
    ...mutations.map((_, at) => ({ ...large, mutations: without(mutations, at) })),
    ...include.map((_, at) => ({ ...large, include: without(include, at) })),
    ...(stubborn ? [{ ...large, stubborn: false }] : []),
    ...(json ? [] : [{ ...large, json: true }]),
    ...(stored === "silent" ? [] : [{ ...large, stored: "silent" as const }]),
  ];
}

/** Everything a run may be blamed for, whatever its server did. */
export function problemsOf(run: Ran, json: boolean): string[] {
  const { exit, stdout, stderr, closed, timers, stray, toldEnd } = run;
  if (typeof exit === "string") return [`it hangs: ${exit}`];
  return [
    ...(exit in EXIT_MEANINGS ? [] : [`exit ${exit} is not documented`]),
    ...(exit === BUG ? ["exit 70: a bug"] : []),
    ...stderrProblems(stderr),
    ...(closed ? [] : ["the server was left alone"]),
    ...(timers === 0 ? [] : [`${timers} timers are left`]),
    ...stray.map((reason) => `nobody took ${reason}`),
    ...(exit === 0 && !toldEnd ? ["a success that nobody told of"] : []),
    ...(json ? lineProblems(stdout, exit) : []),
  ];
}

const BUG = 70;
