import { pathInside } from "./inside.js";
import { realPathOrSame } from "../src/files/real-path.js";
import type { PolicyContext, PolicyTable, Purpose, Permission } from "./policy.js";
import { APPROVALS_POLICY, REVIEW_POLICY, TOP_POLICY } from "./policy.js";
import type { ConfigFile } from "./schema.js";

export interface ProjectFile {
  path: string;
  says: ConfigFile;
  /** Whether `--trust-project-config` was given. */
  trusted: boolean;
}

/** The settings in force and the ignored keys of the project file. */
export interface Resolved {
  settings: EffectiveSettings;
  /** The keys the policy does not let the project file set. */
  ignored: string[];
}

/** The merged settings of both files. */
export interface EffectiveSettings extends ConfigFile {
  /**
   * The sandbox of a project file when the user sets none. It applies if it is narrower than the one
   * in force without it, which only codex's own config or the thread knows.
   */
  sandboxAtMost?: { mode: NonNullable<ConfigFile["sandbox"]>; file: string };
}

/** Merges the project's settings over the user's, as far as the policy of each key allows. */
export function resolveConfig(
  user: ConfigFile,
  project: ProjectFile | undefined,
  purpose: Purpose = "turn",
): Resolved {
  const { trust, ...own } = user;
  if (project === undefined) return { settings: own, ignored: [] };
  const { review: ownReview, approvals: ownRules, ...ownTop } = own;
  const { path, says } = project;
  const context = { purpose, path, trusted: project.trusted || isTrusted(path, trust ?? []) };
  const { review, approvals, ...top } = says;
  const main = resolveSection<typeof top>(TOP_POLICY, ownTop, top, context);
  const reviews = resolveSection(REVIEW_POLICY, ownReview, review, context);
  const rules = resolveSection(APPROVALS_POLICY, ownRules, approvals, context);
  const { sandbox: mode } = main.undecided;
  return {
    settings: withoutUndefined({
      ...main.settings,
      review: reviews.settings,
      approvals: rules.settings && { allow: [], deny: [], ...rules.settings },
      sandboxAtMost: mode && { mode, file: path },
    }),
    ignored: [
      ...main.ignored,
      ...reviews.ignored.map((key) => `review.${key}`),
      ...rules.ignored.map((key) => `approvals.${key}`),
    ],
  };
}

type Entry = Partial<Record<string, unknown>>;

interface SectionResult<Section> {
  settings: Section | undefined;
  ignored: string[];
  undecided: Partial<Section>;
}

/** Applies the policy table to each key the project sets. */
function resolveSection<Section extends object>(
  table: PolicyTable<Section>,
  own: Section | undefined,
  theirs: Section | undefined,
  context: PolicyContext & { trusted: boolean },
): SectionResult<Section> {
  if (theirs === undefined) return { settings: own, ignored: [], undecided: {} };
  const before: Entry = { ...own };
  const settings: Entry = { ...own };
  const undecided: Entry = {};
  const ignored: string[] = [];
  for (const key of Object.keys(table)) {
    const value = (theirs as Entry)[key];
    if (value === undefined) continue;
    const policy = table[key as keyof Section];
    const rule = context.purpose === "turn" ? policy.turn : policy.review;
    const decision = context.trusted
      ? policy.userOnly !== true || "unused"
      : decide(rule as Permission<unknown>, value, before[key], context);
    if (decision === false) ignored.push(key);
    if (decision === "undecided") undecided[key] = value;
    if (decision !== true) continue;
    settings[key] = policy.merges === true ? union(before[key], value) : value;
  }
  return { settings: settings as Section, ignored, undecided: undecided as Partial<Section> };
}

function decide(
  rule: Permission<unknown>,
  value: unknown,
  own: unknown,
  context: PolicyContext,
): boolean | "undecided" | "unused" {
  if (typeof rule === "function") return rule(value, own, context);
  return rule === "unused" ? rule : rule === "allowed";
}

const union = (own: unknown, theirs: unknown): unknown[] => [
  ...new Set([...((own as unknown[] | undefined) ?? []), ...(theirs as unknown[])]),
];

const withoutUndefined = (settings: object): EffectiveSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

/** Compares real paths: a link in a trusted directory may lead to an untrusted one. */
const isTrusted = (file: string, trust: readonly string[]): boolean =>
  trust.some((dir) => pathInside(realPathOrSame(dir), realPathOrSame(file)) !== undefined);
