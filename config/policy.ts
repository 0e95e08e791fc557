import { dirname } from "node:path";

import { parseDuration } from "../src/text/duration.js";
import { pathInside } from "./inside.js";
import type { ApprovalsSection, ConfigFile, ReviewSection } from "./schema.js";

/** What the settings are for: a review or a hook is stricter with the files of what it reviews. */
export type Purpose = "turn" | "review" | "hook";

/** What a comparison may look at besides the two values. */
export interface PolicyContext {
  purpose: Purpose;
  /** The project's config file. */
  path: string;
}

/**
 * What a project file that is not trusted may do with a key: set it, or not, or only where the value
 * is at least as strict as what is in force without it. `undecided` leaves that to whoever knows what
 * is in force; `unused` has no effect on a review, and is dropped without a warning.
 */
export type Rule<V> = "allowed" | "denied" | "unused" | Tightens<V>;

type Tightens<V> = (theirs: V, own: V | undefined, context: PolicyContext) => boolean | "undecided";

/** The policy of one key. A key without one does not compile, so that it cannot be forgotten. */
export interface KeyPolicy<V> {
  /** For everything but reviews. */
  turn: Rule<V>;
  /** For `review` and the hook: no value may end, weaken or delay the review of its own change. */
  review: Rule<V>;
  /** The lists of user and project are put together; else the project's value replaces the user's. */
  merges?: true;
  /** Not even a trusted project file may set it. */
  userOnly?: true;
}

export type PolicyTable<Section> = {
  readonly [K in keyof Section]-?: KeyPolicy<NonNullable<Section[K]>>;
};

const DENIED = { turn: "denied", review: "denied" } as const;

/** The keys at the top of a config file, but for its sections. */
export const TOP_POLICY = {
  // Chooses the program that is run.
  codex: DENIED,
  // A name the provider does not know, or a weak model, would end or weaken a review.
  model: { turn: "allowed", review: "denied" },
  effort: { turn: "allowed", review: "denied" },
  summary: { turn: "allowed", review: "denied" },
  // A reviewer's sandbox is read-only, whatever anybody says.
  sandbox: { turn: narrowerSandbox, review: "unused" },
  color: { turn: "allowed", review: "allowed" },
  include: { turn: "allowed", review: "allowed" },
  fail_on: { turn: hasAllOf, review: "unused" },
  ephemeral: same((theirs, own = false) => theirs || !own),
  skip_git_repo_check: { turn: (theirs) => !theirs, review: "unused" },
  // Settings and features of codex choose programs, servers, providers and permissions.
  config: DENIED,
  enable: DENIED,
  disable: DENIED,
  approve: { turn: stricterApprover, review: "unused" },
  answers: { turn: "denied", review: "unused" },
  // More may be hidden, not less.
  redact_env: { turn: "allowed", review: "allowed", merges: true },
  trust: { ...DENIED, userOnly: true },
} as const satisfies PolicyTable<Omit<ConfigFile, "review" | "approvals">>;

export const APPROVALS_POLICY = {
  allow: { turn: isPartOf, review: "unused", merges: true },
  deny: { turn: "allowed", review: "unused", merges: true },
} as const satisfies PolicyTable<ApprovalsSection>;

export const REVIEW_POLICY = {
  fail_on: same((theirs, own = "P1") => atLeast(GATES, theirs, own)),
  // A format may name a file to write.
  format: same((theirs) => theirs.every((entry) => !entry.includes("="))),
  timeout: same(longerTimeout),
  // Read from the base of the change; outside of the project it could be any file of the user's.
  instructions_file: same((file, _own, { path }) => pathInside(dirname(path), file) !== undefined),
  // What is left out is not reviewed.
  paths: DENIED,
  on_error: same((theirs, own = "open") => atLeast(ON_ERROR, theirs, own)),
} as const satisfies PolicyTable<ReviewSection>;

/** How long a hook may take where nobody says anything. */
export const HOOK_TIMEOUT_MS = 180_000;

/** A project may ask for more time, but not hold up a push for ever. */
const LONGEST_PROJECT_TIMEOUT_MS = 30 * 60_000;

function same<V>(rule: Tightens<V>): KeyPolicy<V> {
  return { turn: rule, review: rule };
}

/** From the loosest to the strictest. */
const SANDBOXES = ["danger-full-access", "workspace-write", "read-only"] as const;
const GATES = ["never", "P0", "P1", "P2", "P3"] as const;
/** A push that goes on unreviewed goes on loudly under `open`, and with one line under `warn`. */
const ON_ERROR = ["warn", "open", "closed"] as const;

const atLeast = <V extends string>(order: readonly V[], theirs: V, own: V): boolean =>
  order.indexOf(theirs) >= order.indexOf(own);

/** Without a word of the user's, codex's own config decides, and only its server knows that. */
function narrowerSandbox(
  theirs: NonNullable<ConfigFile["sandbox"]>,
  own: ConfigFile["sandbox"],
): boolean | "undecided" {
  if (own !== undefined) return atLeast(SANDBOXES, theirs, own);
  // Nothing is wider: at best it changes nothing.
  return theirs === "danger-full-access" ? false : "undecided";
}

function isPartOf(theirs: readonly string[], own: readonly string[] = []): boolean {
  return theirs.every((rule) => own.includes(rule));
}

function hasAllOf(theirs: readonly string[], own: readonly string[] = []): boolean {
  const names = theirs.flatMap((entry) => entry.split(","));
  return own.flatMap((entry) => entry.split(",")).every((name) => names.includes(name));
}

/** Nobody, the user's own choice, or somebody who asks more or allows less than that. */
function stricterApprover(theirs: string, own = "never"): boolean {
  if (theirs === "never" || theirs === own) return true;
  return STRICTER.get(own.startsWith("exec:") ? "exec" : own)?.includes(theirs) ?? false;
}

const STRICTER: ReadonlyMap<string, readonly string[]> = new Map([
  ["always", ["rules", "ask"]],
  ["exec", ["rules", "ask"]],
  ["rules", ["ask"]],
]);

/** A review by itself has no limit unless its user sets one: then nothing is longer. */
function longerTimeout(
  theirs: string,
  own: string | undefined,
  { purpose }: PolicyContext,
): boolean {
  const ms = (text: string): number => parseDuration("review.timeout", text);
  const usual = purpose === "review" ? Infinity : HOOK_TIMEOUT_MS;
  const inForce = own === undefined ? usual : ms(own);
  return ms(theirs) >= inForce && ms(theirs) <= Math.max(inForce, LONGEST_PROJECT_TIMEOUT_MS);
}
