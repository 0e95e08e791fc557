import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import {
  answer,
  BLOCKED,
  EMPTY_TREE,
  finding,
  pushed,
  shown,
  verdict,
  withPush,
} from "../../helpers/push.js";

/** A config file that comes with the change, and what is said about it. */
type Member = [name: string, files: Readonly<Record<string, unknown>>, said: string];

const RC = "<root>/repo/.turnpiperc";
const LOOSENS = "(a project file may not loosen this; --trust-project-config allows it)";
const ignored = (keys: string): string => `warning: ${RC}: ignored ${keys} ${LOOSENS}\n`;
const invalid = (what: string): string => `warning: ${RC}: invalid, and ignored: ${what}\n`;
const unread = (why: string): string => `warning: ${RC}: not read: ${why}\n`;

const member = (name: string, config: unknown, said: string): Member => [
  name,
  { ".turnpiperc": config },
  said,
];

/** Values that would end the review, weaken it or hold it up. */
const VALUES: readonly Member[] = [
  member("no time", { review: { timeout: "0.001s" } }, ignored("review.timeout")),
  member("no end", { review: { timeout: "24h" } }, ignored("review.timeout")),
  member("no gate", { review: { fail_on: "never" } }, ignored("review.fail_on")),
  member("nothing to look at", { review: { paths: ["!code.txt"] } }, ignored("review.paths")),
  member("a quieter failure", { review: { on_error: "warn" } }, ignored("review.on_error")),
  member("a model nobody has", { model: "no-such-model" }, ignored("model")),
  member("an effort nobody has", { effort: "no-such-effort" }, ignored("effort")),
  member("another codex", { codex: "/bin/false" }, ignored("codex")),
  member("settings of codex", { config: ["model_provider=gone"] }, ignored("config")),
  member("features of codex", { enable: ["no-such-feature"] }, ignored("enable")),
  member("what is for turns", { approve: "always", answers: { a: "b" }, sandbox: "read-only" }, ""),
  member(
    "a value too short to redact",
    { redact_env: ["SHORT"] },
    "warning: the project's redact_env is ignored: --redact-env SHORT: its value is too short to redact\n",
  ),
];

/** Files that are not valid, or no files at all. */
const FILES: readonly Member[] = [
  member("an unknown key", { failon: "P1" }, invalid('unknown key "failon"')),
  member("an unknown key of a section", { review: { x: 1 } }, invalid('unknown key "review.x"')),
  member(
    "bad values",
    { review: { timeout: "soon", format: ["nonsense"], on_error: 1 }, include: ["nonsense"] },
    invalid(
      "review.timeout: expected a time, such as 90s or 5m; " +
        "review.format: expected text, json, jsonl, sarif, github, markdown, codeclimate, or one of them followed by =FILE; " +
        'review.on_error: Invalid option: expected one of "open"|"closed"|"warn"; ' +
        "include: expected deltas, diff, plan, usage, approvals, mcp, hooks, agents, raw",
    ),
  ),
  member("a list", [1], invalid("expected keys and values")),
  member("no YAML", Buffer.from("a: [\n"), invalid(`YAML Error in ${RC}:`)),
  member("no text", Buffer.from([0x61, 0xff, 0xfe]), unread("it is not UTF-8 text")),
  member(
    "too much",
    Buffer.alloc(1024 * 1024 + 1, " "),
    unread("it is larger than the limit of 1024 KiB"),
  ),
  member(
    "keys of every object",
    Buffer.from('{"__proto__": 1, "constructor": 2}'),
    invalid('unknown key "__proto__"; unknown key "constructor"'),
  ),
  ["a link", { ".turnpiperc": { link: "/dev/zero" } }, unread("it is a symbolic link")],
  ["a folder", { ".turnpiperc/x": "x" }, unread("it is not a regular file")],
  ["a package.json that is broken", { "package.json": Buffer.from('{"turnpipe": ') }, ""],
];

/** Ways to have code run while the config is read. */
const RUN = (to: string): string => `require("fs").writeFileSync(${JSON.stringify(to)}, "x");`;

test.each([...VALUES, ...FILES])(
  "a pushed change does not switch off its own review: %s",
  async (_, files, said) => {
    expect(await pushing(files)).toEqual({ said, ran: false });
  },
);

test.each<Member>([
  [
    "an import",
    { ".turnpiperc": { $import: "./evil.cjs" }, "evil.cjs": RUN },
    invalid('unknown key "$import"'),
  ],
  ["the config of the reader", { ".turnpiperc": {}, ".config/config.js": RUN }, ""],
  [
    "a reader that cannot be set up",
    { ".turnpiperc": {}, "package.json": { cosmiconfig: { loaders: {} } } },
    "",
  ],
])("no code of a pushed change runs, and it is reviewed: %s", async (_, files, said) => {
  expect(await pushing(files)).toEqual({ said, ran: false });
});

/** Pushes these files; it must be reviewed by the usual model and stopped. Gives what else was said. */
async function pushing(files: Member[1]): Promise<{ said: string; ran: boolean }> {
  return withPush([answer(finding(0, "Bad"))], async ({ repo, engine, install, write, push }) => {
    install();
    const marker = join(repo.root, "ran");
    for (const [name, content] of Object.entries(files)) put(join(repo.dir, name), content, marker);
    const range = { from: EMPTY_TREE, to: write("code.txt", "one\n") };
    const { words, ...rest } = await push(undefined, { env: { SHORT: "ab" } });
    const at = words.indexOf(REVIEWED);
    const body = engine.model.requests.at(-1)?.body as { model?: string } | undefined;
    expect({ ...rest, words: words.slice(at), model: body?.model }).toEqual({
      ...pushed(range, {
        exit: 1,
        words: REVIEWED,
        remote: {},
        logged: [verdict(range, { outcome: "fail", findings: 1 })],
      }),
      model: "gpt-6-sol",
    });
    return { said: words.slice(0, at), ran: existsSync(marker) };
  });
}

const REVIEWED =
  "turnpipe: reviewing 1 commit for refs/heads/main\n" +
  `fail: the only finding blocks (P1 and worse)\n${shown(0, "Bad")}${BLOCKED}`;

function put(path: string, content: unknown, marker: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof content === "object" && content !== null && "link" in content) {
    symlinkSync(String(content.link), path);
    return;
  }
  const text = typeof content === "function" ? RUN(marker) : content;
  writeFileSync(
    path,
    Buffer.isBuffer(text) || typeof text === "string" ? text : JSON.stringify(text),
  );
}
