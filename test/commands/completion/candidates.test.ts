import { describe, expect, test } from "vitest";

import { commandFor } from "../../../commands/registry.js";
import { candidates } from "../../../commands/completion/candidates.js";

const ID = "019a8c00-0000-7000-8000-000000000001";
const OTHER = "019a8c00-0000-7000-8000-000000000002";
const SHELVED = "019a8c00-0000-7000-8000-000000000003";

const SOURCES = {
  commandFor,
  models: () =>
    Promise.resolve([
      { id: "gpt-a", about: "The first.", efforts: ["low", "high"] },
      { id: "gpt-b", about: "The second.", efforts: ["high", "ultra", "$(no)"] },
      { id: "o; rm -rf", about: "Nobody wants this typed for them.", efforts: [] },
    ]),
  threads: (state: "active" | "archived") =>
    Promise.resolve(
      state === "archived"
        ? [{ id: SHELVED, name: "old", about: "Old things" }]
        : [
            { id: ID, name: "plan-b", about: "Plan B" },
            { id: OTHER, name: "the release", about: "the release" },
            { id: SHELVED, name: null, about: "no name" },
          ],
    ),
};

/** What is offered for the last word of a line that has one space between its words. */
async function offered(line: string): Promise<readonly string[] | string> {
  const offer = await candidates(line.split(" "), SOURCES);
  if (offer.kind !== "words") return `${offer.kind} behind ${String(offer.offset)}`;
  return offer.words.map(({ word }) => word);
}

const IDS = [ID, "plan-b", OTHER, SHELVED];
const ASKING = [
  "json",
  "quiet",
  "verbose",
  "color",
  "redact-env",
  "codex",
  "connect",
  "connect-token-file",
  "config",
  "enable",
  "disable",
];
const flags = (...names: string[]) => [...names, "help"].map((name) => `--${name}`);
const MODELS = flags("all", "check", ...ASKING, "trust-project-config");
const ONE = flags("last", "all", ...ASKING, "trust-project-config");

const SCHEMAS = [
  ...["events", "findings", "threads", "models", "login", "approval", "doctor", "recording"],
  ...["hook", "shim", "config", "exit-codes"],
];

describe("a command", () => {
  test.each([
    [
      "",
      [
        "run",
        "resume",
        "review",
        "exec",
        "replay",
        "threads",
        "models",
        "login",
        "doctor",
        "config",
        "approvals",
        "shim",
        "schema",
        "completion",
        "help",
        "version",
      ],
    ],
    ["re", ["resume", "review", "replay"]],
    ["ex", ["exec"]],
    ["-", ["--help", "--version"]],
    ["frobnicate ", []],
    ["exec ", []],
    ["constructor ", []],
  ])("%j: %j", async (line, words) => {
    expect(await offered(line)).toEqual(words);
  });
});

describe("the word behind a command", () => {
  test.each([
    ["threads re", ["rename"]],
    ["threads ", "list show fork rename archive unarchive delete rollback compact".split(" ")],
    ["threads nonsense x", []],
    ["review h", ["hook"]],
    ["review hook ", ["install", "uninstall", "status"]],
    ["review hook install --mode ", ["warn", "block"]],
    ["review hook install ", flags("mode", "on-error", "timeout", "global", "json")],
    ["login l", ["logout", "limits"]],
    ["schema ", SCHEMAS],
    ["schema events ", ["--help"]],
    ["shim ", ["install", "uninstall", "status"]],
    ["shim install --d", ["--dir"]],
    ["shim install --dir ", "dirs behind 0"],
    ["completion ", ["bash", "zsh", "fish"]],
    ["completion bash ", ["--help"]],
    ["models ", MODELS],
    ["models x", []],
  ])("%j: %j", async (line, words) => {
    expect(await offered(line)).toEqual(words);
  });

  test("may be a flag where no word must come", async () => {
    const words = (await offered("review ")) as string[];
    expect([words.slice(0, 3), words.at(-1)]).toEqual([
      ["hook", "--uncommitted", "--base"],
      "--help",
    ]);
  });
});

describe("a flag", () => {
  test.each([
    ["models -", MODELS],
    ["models --json --all -", MODELS.filter((flag) => !/^--(json|all)$/.test(flag))],
    ["models -a -q --a", []],
    ["models --no-all --a", []],
    [
      "models --c",
      ["--check", "--color", "--codex", "--connect", "--connect-token-file", "--config"],
    ],
    ["models -c a=1 --conf", ["--config"]],
    [
      "run --s",
      [
        "--show-diff",
        "--stdin",
        "--steer-from",
        "--summary",
        "--sandbox",
        "--skip-git-repo-check",
        "--startup-timeout",
      ],
    ],
    ["run -s read-only --sa", []],
    ["run -o", ["-o"]],
    ["run -o x -o", []],
    ["run -x", []],
    ["run --output-last", []],
    ["run -qo x --quie", []],
    ["run fix --js", ["--json"]],
    ["run --json -- --js", []],
    ["run -- ", []],
    ["threads show --m", ["--markdown"]],
    ["threads --m", []],
  ])("%j: %j", async (line, words) => {
    expect(await offered(line)).toEqual(words);
  });
});

describe("the value of a flag", () => {
  test.each([
    ["run --sandbox ", ["read-only", "workspace-write", "danger-full-access"]],
    ["run -s w", ["workspace-write"]],
    ["run -qs w", ["workspace-write"]],
    ["threads list --sort=cr", ["--sort=created"]],
    ["threads list --sort=", ["--sort=updated", "--sort=created"]],
    [
      "threads list --source sub",
      "Review Compact ThreadSpawn Other"
        .split(" ")
        .map((kind) => `subAgent${kind}`)
        .toSpliced(0, 0, "subAgent"),
    ],
    ["run --include d", ["deltas", "diff"]],
    ["run --include deltas,d", ["deltas,diff"]],
    ["run --include=raw,pl", ["--include=raw,plan"]],
    ["threads show --include ", ["diff", "raw"]],
    [
      "run --fail-on declined,",
      ["no-change", "tools-failed", "empty-answer"].map((c) => `declined,${c}`),
    ],
    ["review --fail-on P", ["P0", "P1", "P2", "P3"]],
    ["review --format j", ["json", "jsonl"]],
    ["run --demo=h", ["--demo=hello"]],
    ["run --demo h", []],
    ["run --model ", ["gpt-a", "gpt-b"]],
    ["run -m gpt-b", ["gpt-b"]],
    ["models --check=gpt-a", ["--check=gpt-a"]],
    ["run --effort ", ["low", "high", "ultra"]],
    ["review --title ", []],
    ["run --frob=", []],
    ["run --json=", []],
    ["review --base ", []],
  ])("%j: %j", async (line, words) => {
    expect(await offered(line)).toEqual(words);
  });

  test.each(
    [
      [
        "-o",
        "output-schema",
        "diff-file",
        "result",
        "record",
        "prompt-file",
        "image",
        "steer-from",
        "codex",
      ].map((f) => `run ${f.startsWith("-") ? f : `--${f}`} x`),
      ["review --baseline x", "review --instructions-file ", "review -o "],
      ["threads show --record x", "replay x", "replay "],
    ].flat(),
  )("of %j is a file", async (line) => {
    expect(await offered(line)).toBe("files behind 0");
  });

  test.each([
    "run -C x",
    "run --cd ",
    "run --add-dir x",
    "threads list --cwd ",
    "threads list -C ",
  ])("of %j is a directory", async (line) => {
    expect(await offered(line)).toBe("dirs behind 0");
  });

  test.each([
    ["run --output=x", "files behind 9"],
    ["run --cd=x", "dirs behind 5"],
    ["review --format sarif=x", "files behind 6"],
    ["review --format=sarif=x", "files behind 15"],
  ])("%j: %s", async (line, words) => {
    expect(await offered(line)).toBe(words);
  });
});

describe("a thread", () => {
  test.each([
    ["resume ", IDS],
    ["resume pl", ["plan-b"]],
    ["resume --last pl", []],
    ["resume --json -m gpt-a pl", ["plan-b"]],
    ["threads show ", IDS],
    ["threads fork pl", ["plan-b"]],
    ["threads rename pl", ["plan-b"]],
    ["threads rename plan-b pl", []],
    ["threads rollback pl", ["plan-b"]],
    ["threads compact pl", ["plan-b"]],
    ["threads delete ", IDS],
    ["threads archive plan-b ", [ID, OTHER, SHELVED]],
    ["threads unarchive ", [SHELVED, "old"]],
    ["threads archive --last ", ONE.filter((flag) => flag !== "--last")],
    ["threads list pl", []],
  ])("%j: %j", async (line, words) => {
    expect(await offered(line)).toEqual(words);
  });

  test("that is named already leaves room for the prompt, and for flags", async () => {
    const words = await offered(`resume ${ID} `);
    expect([words.slice(0, 3), words.at(-1)]).toEqual([["--last", "--all", "--fork"], "--help"]);
  });

  test("whose name another has is known by its id alone", async () => {
    const twins = [ID, OTHER].map((id) => ({ id, name: "twin", about: "" }));
    const sources = { ...SOURCES, threads: () => Promise.resolve(twins) };
    expect(await candidates(["resume", ""], sources)).toEqual({
      kind: "words",
      words: [
        { word: ID, about: "" },
        { word: OTHER, about: "" },
      ],
    });
  });

  test("that nobody has leaves the flags", async () => {
    const sources = { ...SOURCES, threads: () => Promise.resolve([]) };
    const offer = await candidates(["resume", ""], sources);
    expect(offer.kind === "words" && offer.words.slice(0, 2)).toEqual([
      { word: "--last", about: "the latest thread of this directory" },
      { word: "--all", about: "look for the name, or the latest, in every directory" },
    ]);
  });
});
