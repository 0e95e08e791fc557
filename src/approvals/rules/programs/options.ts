import type { Effect, Program } from "./program.js";

/** What is known about one option. */
export interface ProgramOption {
  value: "none" | "attached" | "any";
  /** Absent when it is safe. */
  effect?: Effect;
}

/** Parses the options of a program into a map by name, dashes included. */
export function optionsOf(program: Program): ReadonlyMap<string, ProgramOption> {
  const known = CACHE.get(program);
  if (known !== undefined) return known;
  const options = new Map<string, ProgramOption>();
  const add = (list: string | undefined, effect?: Effect) => {
    for (const word of namesIn(list)) {
      const [, name = "", mark] = /^(.[^=[]*)(\[=\]|=)?$/.exec(word) ?? [];
      const value = mark === undefined ? "none" : mark === "=" ? "any" : "attached";
      options.set(name, { value, ...(effect === undefined ? {} : { effect }) });
    }
  };
  add(program.safe);
  for (const effect of EFFECTS) add(program[effect], effect);
  CACHE.set(program, options);
  return options;
}

/** Splits a list into words. */
export const namesIn = (list: string | undefined): readonly string[] =>
  list?.split(/\s+/).filter((word) => word !== "") ?? [];

export const EFFECTS = ["writes", "runs", "moves", "configures", "sends", "changes"] as const;

const CACHE = new WeakMap<Program, ReadonlyMap<string, ProgramOption>>();
