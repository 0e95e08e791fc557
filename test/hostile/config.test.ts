import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { parseReview } from "../../commands/review/options.js";
import { readSettings } from "../../commands/cli/settings.js";
import type { Purpose } from "../../config/policy.js";
import { APPROVALS_POLICY, REVIEW_POLICY, TOP_POLICY } from "../../config/policy.js";
import { ApprovalsSection, ConfigFile, ReviewSection } from "../../config/schema.js";
import { Redactor } from "../../src/redact/redactor.js";
import { emptyWorld } from "../commands/world.js";

/** What a project file that is not trusted comes to with a looser, an equal and a stricter value. */
const OUTCOMES = {
  free: ["taken", "taken", "taken"],
  tighten: ["ignored", "taken", "taken"],
  denied: ["ignored", "ignored", "ignored"],
  unused: ["dropped", "dropped", "dropped"],
} as const;

interface Key<V = unknown> {
  turn: keyof typeof OUTCOMES;
  review: keyof typeof OUTCOMES;
  /** In the user's own file. */
  own: V;
  looser: V;
  stricter: V;
  invalid: unknown;
  merges?: true;
}

type Keys<Section> = { [K in keyof Section]-?: Key<NonNullable<Section[K]>> };

/** Free and denied keys are neither looser nor stricter: any other value will do. */
const other = <V>(
  turn: Key["turn"],
  review: Key["review"],
  values: [V, V, V],
  invalid: unknown,
) => ({
  ...{ turn, review, own: values[0], looser: values[1], stricter: values[2], invalid },
});

const TOP: Keys<Omit<ConfigFile, "review" | "approvals">> = {
  connect: other("denied", "denied", ["unix://", "ws://example.com", "wss://example.com"], 1),
  codex: other("denied", "denied", ["/bin/codex", "./evil", "/bin/other"], 1),
  model: other("free", "denied", ["m", "no-such-model", "n"], ""),
  effort: other("free", "denied", ["low", "no-such-effort", "high"], null),
  summary: other("free", "denied", ["auto", "none", "detailed"], "loud"),
  sandbox: {
    ...{ turn: "tighten", review: "unused", own: "workspace-write" },
    ...{ looser: "danger-full-access", stricter: "read-only", invalid: "none" },
  },
  color: other("free", "free", ["auto", "always", "never"], "red"),
  include: other(
    "free",
    "free",
    [["diff"], ["raw", "deltas"], ["plan,usage"]],
    ["diff,everything"],
  ),
  fail_on: {
    ...{ turn: "tighten", review: "unused", own: ["declined"], looser: ["no-change"] },
    ...{ stricter: ["no-change,declined"], invalid: ["P1"] },
  },
  ephemeral: {
    ...{ turn: "tighten", review: "tighten", own: true, looser: false, stricter: true },
    invalid: "yes",
  },
  skip_git_repo_check: {
    ...{ turn: "tighten", review: "unused", own: false, looser: true, stricter: false },
    invalid: 0,
  },
  config: other("denied", "denied", [["a=b"], ["model_provider=x"], []], ["no assignment"]),
  enable: other("denied", "denied", [["a"], ["no-such-feature"], []], "a"),
  disable: other("denied", "denied", [["a"], ["no-such-feature"], []], [1]),
  approve: {
    ...{ turn: "tighten", review: "unused", own: "rules", looser: "always", stricter: "never" },
    invalid: "exec:",
  },
  answers: other<Record<string, string>>("denied", "unused", [{ a: "x" }, { a: "y" }, {}], {
    a: 1,
  }),
  redact_env: {
    ...other("free", "free", [["ONE"], ["TWO"], ["ONE", "TWO"]], ["ONE", ""]),
    merges: true,
  },
  trust: other("denied", "denied", [["/nowhere"], ["/"], []], ["relative"]),
};

const APPROVALS: Keys<ApprovalsSection> = {
  allow: {
    ...{ turn: "tighten", review: "unused", own: ["ls"], looser: ["rm"], stricter: [] },
    ...{ invalid: [""], merges: true },
  },
  deny: { ...other("free", "unused", [["rm"], ["ls"], ["rm", "ls"]], "rm"), merges: true },
};

const REVIEW: Keys<ReviewSection> = {
  fail_on: {
    ...{ turn: "tighten", review: "tighten", own: "P1", looser: "P0", stricter: "P3" },
    invalid: "P4",
  },
  format: {
    ...{ turn: "tighten", review: "tighten", own: ["text"], looser: ["text=/etc/motd"] },
    ...{ stricter: ["json"], invalid: ["text", "json"] },
  },
  timeout: {
    ...{ turn: "tighten", review: "tighten", own: "3m", looser: "0.001s", stricter: "30m" },
    invalid: "0",
  },
  instructions_file: {
    ...{ turn: "tighten", review: "tighten", own: "<repo>/a.md", looser: "/etc/passwd" },
    ...{ stricter: "<repo>/doc/a.md", invalid: "a\nb" },
  },
  paths: other("denied", "denied", [["src"], ["!src"], []], ["a\0b"]),
  on_error: {
    ...{ turn: "tighten", review: "tighten", own: "open", looser: "warn", stricter: "closed" },
    invalid: "never",
  },
};

const SECTIONS: Readonly<Record<string, Readonly<Record<string, Key>>>> = {
  "": TOP,
  approvals: APPROVALS,
  review: REVIEW,
};

test("every key of the schema has a policy, and a row here", () => {
  const keys = [ConfigFile, ApprovalsSection, ReviewSection].map(({ shape }) => Object.keys(shape));
  const top = (keys[0] ?? []).filter((key) => key !== "approvals" && key !== "review");
  const all = [top, keys[1], keys[2]].map((names) => new Set(names));
  const policies = [TOP_POLICY, APPROVALS_POLICY, REVIEW_POLICY];
  expect(policies.map((table) => new Set(Object.keys(table)))).toEqual(all);
  expect([TOP, APPROVALS, REVIEW].map((rows) => new Set(Object.keys(rows)))).toEqual(all);
});

const PURPOSES: readonly Purpose[] = ["turn", "review", "hook"];
const VALUES = ["looser", "own", "stricter", "invalid"] as const;
const SOURCES = ["untrusted", "trusted", "user"] as const;

const MEMBERS = Object.entries(SECTIONS).flatMap(([section, keys]) =>
  Object.entries(keys).flatMap(([key, row]) =>
    PURPOSES.map((purpose) => ({ section, key, row, purpose })),
  ),
);

describe.each(SOURCES)("from a file of kind %s", (source) => {
  test.each(MEMBERS)("$section $key for $purpose", async ({ section, key, row, purpose }) => {
    for (const value of VALUES) {
      const came = await settled({ section, key, row, purpose, source, value });
      expect({ value, ...came }).toEqual({
        value,
        ...expected({ section, key, row, purpose, source, value }),
      });
    }
  });
});

interface Case {
  section: string;
  key: string;
  row: Key;
  purpose: Purpose;
  source: (typeof SOURCES)[number];
  value: (typeof VALUES)[number];
}

/** Not even a trusted project may choose the server, or whom to trust. */
const USERS_OWN: ReadonlySet<string> = new Set(["connect", "trust"]);

/** What should come of it: the settings and the warning, or the error. */
function expected({ section, key, row, purpose, source, value }: Case) {
  const name = section === "" ? key : `${section}.${key}`;
  const isUser = source === "user";
  if (value === "invalid" && (isUser || purpose === "turn")) {
    return { error: [isUser ? USER : PROJECT, name] };
  }
  const outcomes = OUTCOMES[purpose === "turn" ? row.turn : row.review];
  const outcome = source === "untrusted" ? outcomes[VALUES.indexOf(value)] : "taken";
  const taken = (isUser || !USERS_OWN.has(key)) && value !== "invalid" && outcome === "taken";
  const after = merged(row, value, taken);
  // Whom to trust is no setting of a run.
  const own = key === "trust" ? {} : wrapped(section, key, isUser ? row[value] : after);
  const rules = { allow: [], deny: [] };
  const settings =
    section === "approvals" && !isUser
      ? { approvals: { ...rules, ...(own as { approvals: object }).approvals } }
      : own;
  const isNamed = value !== "invalid" && outcome === "ignored";
  return {
    settings,
    named: isNamed ? ["ignored", name] : value === "invalid" ? ["invalid", name] : [],
  };
}

function merged(row: Key, value: Case["value"], taken: boolean): unknown {
  if (!taken) return row.own;
  if (row.merges !== true) return row[value];
  return [...new Set([...(row.own as string[]), ...(row[value] as string[])])];
}

const wrapped = (section: string, key: string, value: unknown): object =>
  section === "" ? { [key]: value } : { [section]: { [key]: value } };

const USER = "/config/turnpipe/config.json";
const PROJECT = "/repo/.turnpiperc.json";

/** What comes of it: the real files, read by the real reader. */
async function settled({ section, key, row, purpose, source, value }: Case) {
  const { world, stderr } = emptyWorld([]);
  const root = realpathSync(world.cwd);
  const own = wrapped(section, key, source === "user" ? row[value] : row.own);
  const files = {
    "repo/.git/HEAD": {},
    [USER]: own,
    ...(source === "user" ? {} : { [PROJECT]: wrapped(section, key, row[value]) }),
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    const text = JSON.stringify(content).replaceAll("<repo>", join(root, "repo"));
    writeFileSync(join(root, name), text);
  }
  const env = { ...world.env, XDG_CONFIG_HOME: join(root, "config") };
  const runContext = { ...world, env, stop: new AbortController(), secrets: new Redactor() };
  const request = { workdir: join(root, "repo"), trustProject: source === "trusted", purpose };
  try {
    const settings = await readSettings(request, runContext);
    // Whatever a file can say, a review can be made of it.
    parseReview({ _: ["review"] }, settings);
    const clean = JSON.parse(
      JSON.stringify(settings).replaceAll(join(root, "repo"), "<repo>"),
    ) as object;
    return { settings: clean, named: namedIn(stderr.text.replaceAll(root, "")) };
  } catch (error) {
    const text = (error as Error).message.replace(root, "");
    const file = source === "user" ? USER : PROJECT;
    const name = section === "" ? key : `${section}.${key}`;
    const isNamed = [":", "."].some((end) => text.startsWith(`${file}: ${name}${end}`));
    return { error: isNamed ? [file, name] : [text] };
  }
}

/** Which key the one warning names, and how. */
function namedIn(text: string): string[] {
  const [, ignored] =
    /^warning: \S+: ignored ([\w.]+) \(a project file may not [^\n]*\n$/.exec(text) ?? [];
  if (ignored !== undefined) return ["ignored", ignored];
  const [, invalid] = /^warning: \S+: invalid, and ignored: ([\w.]+): [^;\n]*\n$/.exec(text) ?? [];
  return invalid === undefined ? (text === "" ? [] : [text]) : ["invalid", invalid];
}
