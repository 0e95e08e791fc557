import { dirname } from "node:path";

import { parseDuration } from "../src/text/duration.js";
import { pathInside } from "./inside.js";
import type { ApprovalsSection, ConfigFile, ReviewSection } from "./schema.js";

/** What the settings are for: reviews and hooks allow project files less. */
export type Purpose = "turn" | "review" | "hook";

/** What a rule may use besides the two values. */
export interface PolicyContext {
  purpose: Purpose;
  /** The project's config file. */
  path: string;
}

/**
 * Whether an untrusted project file may set a key: yes, no, or only to a value at least as strict as
 * the one in force without it. `undecided` means that the server has to be asked what is in force;
 * `unused` has no effect on a review and is dropped without a warning.
 */
export type Permission<V> = "allowed" | "denied" | "unused" | Tightens<V>;

type Tightens<V> = (theirs: V, own: V | undefined, context: PolicyContext) => boolean | "undecided";

/** The policy of one key. A key without one does not compile, so none can be forgotten. */
export interface KeyPolicy<V> {
  /** For everything but reviews. */
  turn: Permission<V>;
  /** For `review` and the hook: no value may end, weaken or delay the review of its own change. */
  review: Permission<V>;
  /** Merges the lists of user and project; else the project's value replaces the user's. */
  merges?: true;
  /** Not even a trusted project file may set it. */
  userOnly?: true;
}

export type PolicyTable<Section> = {
  readonly [K in keyof Section]-?: KeyPolicy<NonNullable<Section[K]>>;
};

const DENIED = { turn: "denied", review: "denied" } as const;

/** The top-level keys of a config file, except its sections. */
export const TOP_POLICY = {
  // Chooses the program that is run.
  codex: DENIED,
  // Chooses where prompts and files are sent.
  connect: { ...DENIED, userOnly: true },
  // A name the provider does not know, or a weak model, would end or weaken a review.
  model: { turn: "allowed", review: "denied" },
  effort: { turn: "allowed", review: "denied" },
  summary: { turn: "allowed", review: "denied" },
  // A reviewer's sandbox is always read-only.
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
  // A project can redact more, not less.
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
  // Excluded paths are not reviewed.
  paths: DENIED,
  on_error: same((theirs, own = "open") => atLeast(ON_ERROR, theirs, own)),
} as const satisfies PolicyTable<ReviewSection>;

/** The default time limit of the hook. */
export const HOOK_TIMEOUT_MS = 180_000;

/** A project may ask for more time, but not block a push indefinitely. */
const LONGEST_PROJECT_TIMEOUT_MS = 30 * 60_000;

function same<V>(rule: Tightens<V>): KeyPolicy<V> {
  return { turn: rule, review: rule };
}

/** From the loosest to the strictest. */
const SANDBOXES = ["danger-full-access", "workspace-write", "read-only"] as const;
const GATES = ["never", "P0", "P1", "P2", "P3"] as const;
/** `open` is stricter than `warn` because it warns loudly about an unreviewed push. */
const ON_ERROR = ["warn", "open", "closed"] as const;

const atLeast = <V extends string>(order: readonly V[], theirs: V, own: V): boolean =>
  order.indexOf(theirs) >= order.indexOf(own);

/** If the user sets no sandbox, codex's own config decides, which only its server knows. */
function narrowerSandbox(
  theirs: NonNullable<ConfigFile["sandbox"]>,
  own: ConfigFile["sandbox"],
): boolean | "undecided" {
  if (own !== undefined) return atLeast(SANDBOXES, theirs, own);
  // No sandbox is wider, so it cannot tighten anything.
  return theirs === "danger-full-access" ? false : "undecided";
}

function isPartOf(theirs: readonly string[], own: readonly string[] = []): boolean {
  return theirs.every((rule) => own.includes(rule));
}

function hasAllOf(theirs: readonly string[], own: readonly string[] = []): boolean {
  const names = theirs.flatMap((entry) => entry.split(","));
  return own.flatMap((entry) => entry.split(",")).every((name) => names.includes(name));
}

/** Whether it is `never`, the user's own approver, or one that asks more or allows less. */
function stricterApprover(theirs: string, own = "never"): boolean {
  if (theirs === "never" || theirs === own) return true;
  return STRICTER.get(own.startsWith("exec:") ? "exec" : own)?.includes(theirs) ?? false;
}

const STRICTER: ReadonlyMap<string, readonly string[]> = new Map([
  ["always", ["rules", "ask"]],
  ["exec", ["rules", "ask"]],
  ["rules", ["ask"]],
]);

/** A review without a user's limit has none, so a project's can only shorten it. */
function longerTimeout(
  theirs: string,
  own: string | undefined,
  { purpose }: PolicyContext,
): boolean {
  const ms = (text: string): number => parseDuration("review.timeout", text);
  const byDefault = purpose === "review" ? Infinity : HOOK_TIMEOUT_MS;
  const inForce = own === undefined ? byDefault : ms(own);
  return ms(theirs) >= inForce && ms(theirs) <= Math.max(inForce, LONGEST_PROJECT_TIMEOUT_MS);
}
