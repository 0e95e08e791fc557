import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import {
  forbiddenImports,
  importsOf,
  type ImportTable,
  type SourceFile,
  bannedWords,
  sharedNames,
  trespasses,
  type Owner,
} from "./helpers/source-files.js";

/** What almost every folder needs. */
const BASE = ["src", "src/async", "src/dialect", "src/files", "src/outcome", "src/text"] as const;

// A folder may always import itself, and Node's own modules unless its row says `node: "none"`.
const TABLE: ImportTable = {
  bin: { from: ["commands", "src/**"] },
  commands: {
    from: ["config", "src/**", "!src/process", "!src/rpc", "!src/transport"],
    packages: ["yargs", "yargs-parser", "smol-toml", "zod"],
  },
  config: { from: ["src/files", "src/outcome", "src/text"], packages: ["zod", "cosmiconfig"] },
  src: { from: ["src/dialect", "src/outcome", "src/process", "src/redact", "src/transport"] },
  "src/answer": { from: ["src/async", "src/outcome"], packages: ["ajv"] },
  "src/approvals": { from: [...BASE, "src/protocol"] },
  "src/async": { from: ["src/outcome"] },
  "src/codex-output": {
    from: [...BASE, "src/output/quantity", "src/protocol", "src/session"],
  },
  "src/demo": { from: ["src/files", "src/outcome"], packages: ["zod"] },
  "src/dialect": { from: ["src/outcome", "src/review"], packages: ["zod"] },
  "src/files": { from: ["src/outcome"] },
  "src/git": { from: ["src/outcome"] },
  "src/input": { from: BASE },
  "src/outcome": { from: [], node: "none" },
  "src/output": { from: [...BASE, "src/redact"], packages: ["kleur", "ora"] },
  "src/process": { from: ["src/async", "src/outcome"], packages: ["execa"] },
  "src/protocol": { from: [...BASE, "src/redact", "src/rpc"], packages: ["zod"] },
  "src/recording": {
    from: [
      ...BASE,
      "src/approvals",
      "src/output",
      "src/protocol",
      "src/redact",
      "src/session",
      "src/transport",
    ],
  },
  "src/redact": { from: ["src/dialect", "src/outcome"] },
  "src/review": { from: [...BASE, "src/git"], packages: ["zod"] },
  "src/rpc": { from: ["src/outcome", "src/transport"] },
  "src/session": {
    from: [
      ...BASE,
      "src/approvals",
      "src/process",
      "src/protocol",
      "src/redact",
      "src/rpc",
      "src/translate",
      "src/transport",
    ],
  },
  "src/shim": { from: ["src/files", "src/outcome", "src/process"] },
  "src/text": { from: ["src/outcome"], packages: ["zod"], node: "none" },
  "src/translate": {
    from: ["src", "src/dialect", "src/outcome", "src/protocol", "src/text"],
    node: "none",
  },
  "src/transport": {
    from: ["src/async", "src/dialect", "src/outcome", "src/process"],
    packages: ["ndjson", "ws"],
  },
  "src/turn": { from: [...BASE, "src/approvals", "src/protocol", "src/session", "src/translate"] },
};

const OWNERS: readonly Owner[] = [
  {
    what: "reads the process",
    sign: /(?:(?<![\w$.])|\bglobalThis\.)process\s*(?:\??\.\s*[a-zA-Z]|\[)|["']node:process["']/,
    homes: ["bin/"],
  },
  {
    what: "writes stdout",
    sign: /\bstdout\s*\??\.\s*(?:write|end)\b/,
    homes: ["src/output/stdout.ts", "bin/turnpipe.ts"],
  },
  {
    what: "spells a wire method",
    sign: /["'`](?:thread|turn|item|account|model|command|review|mcpServer)\/[a-zA-Z/]+["'`]/,
    homes: ["src/protocol/"],
  },
  {
    what: "depends on the server's version, which only src/protocol/versions/ may",
    sign: new RegExp(
      [
        /[=!]==?\s*(?:-32601|METHOD_NOT_FOUND)|unknown variant|isUnknownMethod/, // a missing method
        /version\s*(?:[<>]|\.(?:split|startsWith|localeCompare)\b)|\bsemver\b|\bisBefore\b/, // an order
        /(?<![\d.])0\.[1-9]\d{1,2}(?:\.\d+)?(?![\d.])/, // a version
      ]
        .map(({ source }) => source)
        .join("|"),
      "i",
    ),
    homes: ["src/protocol/versions/"],
  },
];

const MAX_LINES = 250;
const SAYS_NOTHING = ["index.ts", "utils.ts", "helpers.ts", "types.ts"];

/** Words this code once used in place of those of the field; CONTRIBUTING has the glossary. */
const BANNED: ReadonlySet<string> = new Set(
  (
    "news wish wishes refusal refusals asking court desk desks ward vigil errand errands family " +
    "counter destinations complain complains complaint harmless discreet veil hiding judge judges " +
    "judged judgement verdict verdicts ruling rulings notebook projector odd unclear stranger strangers"
  ).split(" "),
);

const files = ["bin", "commands", "config", "src"].flatMap(sourcesIn);

test("there is source to check", () => {
  expect(files.length).toBeGreaterThan(0);
});

test("every folder imports only what its row in the table allows", () => {
  expect(forbiddenImports(files, TABLE)).toEqual([]);
});

test("stdout, the process, the wire's words and the server's version each stay with their owner", () => {
  expect(trespasses(files, OWNERS)).toEqual([]);
});

test(`no source file is longer than ${MAX_LINES} lines`, () => {
  expect(files.filter(({ text }) => lineCount(text) > MAX_LINES).map(({ path }) => path)).toEqual(
    [],
  );
});

test("every file in src has a name that says what is inside", () => {
  const paths = files.map(({ path }) => path).filter((path) => path.startsWith("src/"));
  expect(paths.filter((path) => SAYS_NOTHING.includes(basename(path)))).toEqual([]);
});

test("no exported name has two meanings", () => {
  expect(sharedNames(files)).toEqual([]);
});

test("names, comments and messages use the words of JSON-RPC, Node, git and codex", () => {
  expect(bannedWords(files, BANNED, ['"unclear"', '"verdict"'])).toEqual([]);
});

test("a banned word is found in every spelling", () => {
  const text = "const ERRAND_MS = 1;\nrunErrand(); // an errand\n";
  expect(bannedWords([{ path: "src/process/errand.ts", text }], BANNED)).toEqual([
    "src/process/errand.ts errand",
    "src/process/errand.ts:1 errand",
    "src/process/errand.ts:2 errand",
  ]);
});

test("an export of the same name is found, a method is not", () => {
  const one = { path: "src/a.ts", text: "export const limit = 1;\n" };
  const other = { path: "src/b.ts", text: "export function limit() {}\nexport type Other = 1;\n" };
  expect(sharedNames([one, other])).toEqual(["limit: src/a.ts, src/b.ts"]);
});

test("an import the table does not allow is named, whichever way it is written", () => {
  const madeUp: SourceFile[] = [
    { path: "src/translate/items.ts", text: 'import { execa } from "execa";' },
    { path: "src/translate/failure.ts", text: 'import { sep } from "node:path";' },
    { path: "src/session/turn.ts", text: 'import type {\n  Emit,\n} from "../output/jsonl.js";' },
    { path: "src/output/jsonl.ts", text: "export * from '../protocol/items.js';" },
    { path: "src/rpc/peer.ts", text: 'const ws = await import("ws");' },
    { path: "src/demo/model.ts", text: 'import { from } from "zodiac";' },
    { path: "src/errors.ts", text: 'import "./session/open.js";' },
    { path: "config/load.ts", text: 'import { open } from "../src/session/open.js";' },
    { path: "commands/run.ts", text: 'import { peer } from "../src/rpc/peer.js";' },
    { path: "commands/models.ts", text: 'import { stop } from "../src/process/stop.js";' },
    { path: "bin/turnpipe.ts", text: 'import { record } from "../test/record.js";' },
    { path: "src/attic/old.ts", text: "" },
  ];
  expect(forbiddenImports(madeUp, TABLE)).toEqual([
    "src/translate/items.ts imports execa",
    "src/translate/failure.ts imports node:path",
    "src/session/turn.ts imports src/output/jsonl.ts",
    "src/output/jsonl.ts imports src/protocol/items.ts",
    "src/rpc/peer.ts imports ws",
    "src/demo/model.ts imports zodiac",
    "src/errors.ts imports src/session/open.ts",
    "config/load.ts imports src/session/open.ts",
    "commands/run.ts imports src/rpc/peer.ts",
    "commands/models.ts imports src/process/stop.ts",
    "bin/turnpipe.ts imports test/record.ts",
    "src/attic/old.ts is in src/attic, which has no row in the table",
  ]);
});

test("an import the table allows passes", () => {
  const madeUp: SourceFile[] = [
    { path: "bin/turnpipe.ts", text: 'import { main } from "../commands/main.js";' },
    { path: "commands/run.ts", text: 'import { runTurn } from "../src/turn/turn-runner.js";' },
    { path: "config/load.ts", text: 'import { cosmiconfig } from "cosmiconfig";' },
    { path: "src/protocol/items.ts", text: 'import * as z from "zod/mini";' },
    { path: "src/translate/items.ts", text: 'import { done } from "./failure.js";' },
    { path: "src/transport/stdio.ts", text: 'import { on } from "node:events";' },
    { path: "src/review/formats/text.ts", text: 'import { gate } from "../gate.js";' },
  ];
  expect(forbiddenImports(madeUp, { ...TABLE, "src/review": { from: [] } })).toEqual([]);
});

test("imports are read from code, not from comments", () => {
  const text = [
    'import a, { type B } from "a";',
    "// import c from 'c';",
    '/* export * from "d"; */',
    'export { e } from "e"; // as in https://example.org',
    'const url = "https://example.org"; const f = () => import("f");',
    'type G = typeof import("g");',
  ].join("\n");
  expect(importsOf(text)).toEqual(["a", "e", "f", "g"]);
});

test("a trespass is named with its line", () => {
  const text = [
    "// the process.env of the server, turn/started",
    "const home = process.env.HOME;",
    'stdout.write("turn over");',
    'if (method === "turn/completed") stop(globalThis.process.pid);',
    'import { argv } from "node:process";',
    "child.process.kill();",
  ].join("\n");
  expect(trespasses([{ path: "src/session/turn.ts", text }], OWNERS)).toEqual([
    "src/session/turn.ts:2 reads the process",
    "src/session/turn.ts:3 writes stdout",
    "src/session/turn.ts:4 reads the process",
    "src/session/turn.ts:4 spells a wire method",
    "src/session/turn.ts:5 reads the process",
  ]);
  expect(
    trespasses([{ path: "src/output/stdout.ts", text: "stdout.write(line);" }], OWNERS),
  ).toEqual([]);
});

test.each([
  "if (error.code === -32601) tryOther();",
  "if (code !== METHOD_NOT_FOUND) throw error;",
  "message.includes(`unknown variant`)",
  "if (isUnknownMethod(error, method)) return;",
  "if (codexVersion < least) warn();",
  'const [major] = version.split(".");',
  "isBefore(codexVersion, since)",
  'hint: "codex 0.140.0 or newer"',
])("what depends on the server's version stays in its folder: %s", (text) => {
  const found = (path: string) => trespasses([{ path, text }], OWNERS);
  expect([found("src/protocol/turn.ts"), found("src/protocol/versions/turn.ts")]).toEqual([
    [
      "src/protocol/turn.ts:1 depends on the server's version, which only src/protocol/versions/ may",
    ],
    [],
  ]);
});

test.each([
  "const METHOD_NOT_FOUND = -32601;",
  "answer({ error: { code: METHOD_NOT_FOUND, message } });",
  "// servers before 0.151 have another name for it",
  "const SHARE = 0.5;",
  "if (version === null) return;",
  "version: (version) => print(version),",
])("what does not depend on it may stand anywhere: %s", (text) => {
  expect(trespasses([{ path: "src/rpc/peer.ts", text }], OWNERS)).toEqual([]);
});

function sourcesIn(folder: string): SourceFile[] {
  const root = new URL("../", import.meta.url);
  return readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ({ path, text: readFileSync(fileURLToPath(new URL(path, root)), "utf8") }));
}

const lineCount = (text: string) => text.replace(/\n$/, "").split("\n").length;
