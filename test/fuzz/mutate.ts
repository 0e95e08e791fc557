import { FLIPS, NUMBERS, QUESTIONS, TEXTS } from "./odd-values.js";
import { randomFrom, type Random } from "./random.js";
import type { Act } from "./script.js";
import { HOLES } from "./script.js";

/** One change of a conversation: what kind, and the chance it is made with. */
export interface Mutation {
  readonly kind: MutationKind;
  readonly seed: number;
}

/** Makes the change; a conversation that has no place for it stays as it is. */
export function mutated(acts: readonly Act[], { kind, seed }: Mutation): Act[] {
  return MUTATIONS[kind](acts, randomFrom(seed));
}

type Mutate = (acts: readonly Act[], random: Random) => Act[];

const MUTATIONS = {
  drop: (acts, random) => without(acts, spoken(acts, random)),
  duplicate(acts, random) {
    const at = spoken(acts, random);
    return at === undefined ? [...acts] : inserted(acts, at, acts[at]!);
  },
  repeatLater(acts, random) {
    const at = spoken(acts, random);
    return at === undefined ? [...acts] : inserted(acts, random.below(acts.length + 1), acts[at]!);
  },
  reorder(acts, random) {
    const at = spoken(acts, random);
    if (at === undefined) return [...acts];
    const rest = without(acts, at);
    return inserted(rest, random.below(rest.length + 1), acts[at]!);
  },
  truncate: (acts, random) => changed(acts, random, (act) => ({ ...act, cutAt: random.next() })),
  typeFlip: inside((_, random) => random.pick(FLIPS)),
  deepNest: inside((_, random) =>
    random.pick(["\u0001deep-1k", "\u0001deep-20k", "\u0001deep-objects"]),
  ),
  hugeNumber: inside((_, random) => random.pick(NUMBERS), isNumber),
  oddText: inside((_, random) => random.pick(TEXTS), isText),
  removeKey: inside(() => undefined),
  holes: inside((_, random) => random.pick(Object.keys(HOLES))),
  wrongId: (acts, random) =>
    changed(acts, random, ({ message, ...act }) => {
      const id = random.pick<unknown>([0, 1, 2, 3, 99, -1, 1.5, "0", "1", "2", "", null, {}, true]);
      return { ...act, message: { ...(message as object), id } };
    }),
  otherThread: (acts, random) =>
    changed(acts, random, ({ message, ...act }) => {
      const { params, ...rest } = message as { params?: object };
      return { ...act, message: { ...rest, params: { ...params, threadId: "another" } } };
    }),
  rename: (acts, random) =>
    changed(acts, random, ({ message, ...act }) => {
      const method = random.pick([
        "new/thing",
        "turn/completed",
        "item/completed",
        "error",
        "toString",
        "",
      ]);
      return { ...act, message: { ...(message as object), method } };
    }),
  errorReply: (acts, random) =>
    changed(acts, random, ({ message, ...act }) => {
      const { id } = message as { id?: unknown };
      const code = random.pick([-32001, -32600, -32601, -32603, 0, 1e21]);
      const data = random.pick<unknown>([undefined, null, { input_error_code: "too_long" }, []]);
      const error = random.pick<unknown>([{ code, message: "no", data }, "no", [], { code }, 7]);
      return { ...act, message: { id: id ?? random.below(5), error } };
    }),
  question(acts, random) {
    const { method, params } = random.pick(QUESTIONS);
    const id = random.pick<unknown>([0, 1, 2, 7, "a", "", 1.5, -3]);
    const message = { id, method, params };
    return inserted(acts, random.below(acts.length + 1), { kind: "say", message });
  },
  statusFlip(acts, random) {
    const status = random.pick(["completed", "failed", "interrupted", "inProgress", "asleep"]);
    return acts.map((act) => {
      const said = act.kind === "say" ? (act.message as Ended) : undefined;
      if (said?.method !== "turn/completed" || !said.params?.turn) return act;
      const turn = { ...said.params.turn, status };
      return { kind: "say", message: { ...said, params: { ...said.params, turn } } };
    });
  },
  babble(acts, random) {
    const text = random.pick([
      "\n",
      "null\n",
      "[]\n",
      "{}\n",
      "oops\n",
      '"x"\n',
      "\u0000\n",
      "{",
      "\r\n",
      "7\n",
    ]);
    return inserted(acts, random.below(acts.length + 1), { kind: "babble", text });
  },
  die(acts, random) {
    const [code, signal] = random.pick([
      [0, null],
      [1, null],
      [101, null],
      [null, "SIGKILL"],
    ] as const);
    return inserted(acts, random.below(acts.length + 1), { kind: "die", code, signal });
  },
  closeStdout: (acts, random) =>
    inserted(acts, random.below(acts.length + 1), { kind: "closeStdout" }),
  stall: (acts, random) => inserted(acts, random.below(acts.length + 1), { kind: "stall" }),
  signal(acts, random) {
    const signal = random.pick(["SIGINT", "SIGTERM", "SIGHUP"] as const);
    return inserted(acts, random.below(acts.length + 1), { kind: "signal", signal });
  },
} satisfies Record<string, Mutate>;

export type MutationKind = keyof typeof MUTATIONS;
export const MUTATION_KINDS = Object.keys(MUTATIONS) as MutationKind[];

interface Ended {
  readonly method?: unknown;
  readonly params?: { readonly turn?: object };
}

type Said = Extract<Act, { kind: "say" }>;

/** Where the server says something, by chance. */
function spoken(acts: readonly Act[], random: Random): number | undefined {
  const places = [...acts.keys()].filter((at) => acts[at]?.kind === "say");
  return places.length === 0 ? undefined : random.pick(places);
}

const without = (acts: readonly Act[], at: number | undefined): Act[] =>
  acts.filter((_, each) => each !== at);

const inserted = (acts: readonly Act[], at: number, act: Act): Act[] => [
  ...acts.slice(0, at),
  act,
  ...acts.slice(at),
];

/** Changes one message as a whole. */
function changed(acts: readonly Act[], random: Random, change: (said: Said) => Act): Act[] {
  const at = spoken(acts, random);
  return acts.map((act, each) => (each === at && act.kind === "say" ? change(act) : act));
}

/** Changes one value somewhere inside of a message. */
function inside(
  change: (value: unknown, random: Random) => unknown,
  fits: (value: unknown) => boolean = () => true,
): Mutate {
  return (acts, random) =>
    changed(acts, random, (said) => {
      const paths = pathsIn(said.message).filter(({ value }) => fits(value));
      if (paths.length === 0) return said;
      const { path, value } = random.pick(paths);
      return { ...said, message: put(said.message, path, change(value, random)) };
    });
}

interface Place {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Every value in a value but itself, with the way to it. */
function pathsIn(value: unknown, path: readonly string[] = []): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const way = [...path, key];
    return [{ path: way, value: inner as unknown }, ...pathsIn(inner, way)];
  });
}

function put(value: unknown, [key = "", ...rest]: readonly string[], inner: unknown): unknown {
  const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const fields = copy as Record<string, unknown>;
  fields[key] = rest.length === 0 ? inner : put(fields[key], rest, inner);
  return copy;
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
