// How much of the program the tests execute, in their own processes and in the built program that they
// start: `npm run coverage -- [FILE…]`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { parseSync } from "oxc-parser";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["src", "commands", "config"];

/** Runs the tests and prints the table. */
function measure(): void {
  if (!existsSync(join(ROOT, "dist/main.js.map")))
    throw new Error("the program was built without source maps: SOURCE_MAPS=1 npm run build");
  const reports = mkdtempSync(join(tmpdir(), "turnpipe-coverage-"));
  try {
    const { status } = spawnSync(
      process.execPath,
      [
        ...["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"],
        ...["--coverage.enabled", "--coverage.provider=v8", "--coverage.reporter=json"],
        ...FOLDERS.map((folder) => `--coverage.include=${folder}/**/*.ts`),
        "--coverage.exclude=test/**",
        ...[`--coverage.reportsDirectory=${reports}/workers`, "--coverage.reportOnFailure"],
        ...process.argv.slice(2),
      ],
      // Each process that the tests start writes what it executed into this folder.
      { cwd: ROOT, stdio: "inherit", env: { ...process.env, NODE_V8_COVERAGE: `${reports}/raw` } },
    );
    process.exitCode = status ?? 1;
    const text = readFileSync(`${reports}/workers/coverage-final.json`, "utf8");
    const files = Object.values(JSON.parse(text) as Record<string, FileCoverage>);
    const executed = executedIn(
      readdirSync(`${reports}/raw`).map((name) => `${reports}/raw/${name}`),
    );
    for (const file of files) addCounts(file, executed.get(file.path) ?? []);
    process.stdout.write(tableOf(files));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

/** What Vitest reports of one file. Lines count from 1, columns from 0. */
interface FileCoverage {
  readonly path: string;
  readonly statementMap: Readonly<Record<string, Place>>;
  readonly fnMap: Readonly<Record<string, { readonly loc: Place }>>;
  readonly branchMap: Readonly<Record<string, Branch>>;
  readonly s: Record<string, number>;
  readonly f: Record<string, number>;
  readonly b: Record<string, number[]>;
}

interface Branch {
  readonly type: string;
  readonly loc: Place;
  readonly locations: readonly Place[];
}

interface Place {
  readonly start: Position;
  /** Null is the end of the line. */
  readonly end: { readonly line: number; readonly column: number | null };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A position in a source file, and how often the code that was made of it ran. */
interface Count extends Position {
  count: number;
}

/** What the started processes executed of each source file, one list for each built file it is in. */
function executedIn(raw: readonly string[]): Map<string, Count[][]> {
  const scripts = new Map<string, Script>();
  for (const path of raw) {
    for (const { url, functions } of scriptsIn(path)) {
      if (!url.startsWith("file:") || !existsSync(`${fileURLToPath(url)}.map`)) continue;
      const script = scripts.get(url) ?? scriptOf(fileURLToPath(url));
      scripts.set(url, script);
      count(
        script,
        functions.flatMap((each) => each.ranges),
      );
    }
  }
  const executed = new Map<string, Count[][]>();
  for (const script of scripts.values()) {
    for (const source of new Set(script.map((each) => each.source))) {
      const counts = script.filter((each) => each.source === source).sort(inText);
      executed.set(source, [...(executed.get(source) ?? []), counts]);
    }
  }
  return executed;
}

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}

/** What one process executed; nothing if it was killed while it wrote that. */
function scriptsIn(path: string): readonly ScriptCoverage[] {
  try {
    return (JSON.parse(readFileSync(path, "utf8")) as { result: ScriptCoverage[] }).result;
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

const inText = (one: Position, other: Position): number =>
  one.line - other.line || one.column - other.column;

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** The mapped positions of a built file, by their offset in it. */
type Script = (Count & { readonly offset: number; readonly source: string })[];

/** Adds to each position the count of the innermost range around it. */
function count(script: Script, ranges: readonly Range[]): void {
  const open: Range[] = [];
  // An outer range comes before those in it.
  const left = ranges
    .toSorted(
      (one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset,
    )
    .values();
  let next = left.next();
  for (const place of script) {
    for (; next.done !== true && next.value.startOffset <= place.offset; next = left.next())
      open.push(next.value);
    while ((open.at(-1)?.endOffset ?? Infinity) <= place.offset) open.pop();
    place.count += open.at(-1)?.count ?? 0;
  }
}

/** Reads the source map beside a built file. */
function scriptOf(path: string): Script {
  const map = JSON.parse(readFileSync(`${path}.map`, "utf8")) as {
    sources: readonly string[];
    mappings: string;
  };
  const lines = readFileSync(path, "utf8").split("\n");
  const script: Script = [];
  let lineStart = 0;
  // Source, line and column count on from one line to the next.
  const last = { source: 0, line: 0, column: 0 };
  for (const [at, line] of map.mappings.split(";").entries()) {
    let column = 0;
    for (const segment of line === "" ? [] : line.split(",")) {
      const [columns = 0, source, sourceLines = 0, sourceColumns = 0] = numbersOf(segment);
      column += columns;
      if (source === undefined) continue;
      last.source += source;
      last.line += sourceLines;
      last.column += sourceColumns;
      script.push({
        offset: lineStart + column,
        source: resolve(dirname(path), map.sources[last.source] ?? ""),
        line: last.line + 1,
        column: last.column,
        count: 0,
      });
    }
    lineStart += (lines[at] ?? "").length + 1;
  }
  return script;
}

/** Decodes a segment of a source map: six bits a letter, the sixth of which says that more follow. */
function numbersOf(segment: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const letter of segment) {
    const bits = LETTERS.indexOf(letter);
    value += (bits & 31) << shift;
    shift += 5;
    if ((bits & 32) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Adds what started processes executed of a file: a place ran as often as the first code in it. */
function addCounts(file: FileCoverage, scripts: readonly (readonly Count[])[]): void {
  if (scripts.length === 0) return;
  const ran = ({ start, end }: Place): number =>
    sum(scripts, (counts) => {
      const first = counts.find((each) => inText(each, start) >= 0);
      return first !== undefined && inText(first, { ...end, column: end.column ?? Infinity }) < 0
        ? first.count
        : 0;
    });
  const { statementMap, fnMap, branchMap, s, f, b } = file;
  for (const [id, place] of Object.entries(statementMap)) s[id] = (s[id] ?? 0) + ran(place);
  for (const [id, { loc }] of Object.entries(fnMap)) f[id] = (f[id] ?? 0) + ran(loc);
  const bodies = bodiesIn(file.path);
  for (const [id, { type, loc, locations }] of Object.entries(branchMap)) {
    const counts = locations.map((place, at) => {
      // What follows `else` may be an `if` of its own.
      const body = type === "if" && at > 0 ? undefined : bodies.get(keyOf(place.start));
      return ran(body ?? place);
    });
    // An `else` that is not written has no place.
    if (type === "if" && locations[1]?.start.line === undefined)
      counts[1] = Math.max(ran(loc) - (counts[0] ?? 0), 0);
    b[id] = counts.map((each, at) => each + (b[id]?.[at] ?? 0));
  }
}

/** The statements under each `if` and `case`, by its beginning: Vitest only has the place of the whole. */
function bodiesIn(path: string): Map<string, Place> {
  const text = readFileSync(path, "utf8");
  const bodies = new Map<string, Place>();
  const at = (offset: number): Position => {
    const before = text.slice(0, offset).split("\n");
    return { line: before.length, column: before.at(-1)?.length ?? 0 };
  };
  const add = (whole: Node, [body]: readonly Node[]): void => {
    if (body !== undefined)
      bodies.set(keyOf(at(whole.start)), { start: at(body.start), end: at(body.end) });
  };
  const visit = (node: Node): void => {
    const { type, cases = [] } = node;
    if (type === "IfStatement") add(node, consequentsOf(node));
    // A case without statements of its own goes on in the next.
    for (const [index, each] of cases.entries())
      add(each, cases.slice(index).flatMap(consequentsOf));
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parseSync(path, text).program);
  return bodies;
}

/** A node of a syntax tree: an `if` and each of the cases of a `switch` have what follows from them. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly consequent?: Node | readonly Node[];
  readonly cases?: readonly Node[];
}

const consequentsOf = ({ consequent = [] }: Node): readonly Node[] => [consequent].flat();

const isNode = (value: unknown): value is Node =>
  typeof (value as Partial<Node> | null)?.type === "string";

const keyOf = ({ line, column }: Position): string => `${String(line)}:${String(column)}`;

const sum = <T>(all: readonly T[], value: (one: T) => number): number =>
  all.reduce((total, one) => total + value(one), 0);

/** A row for each folder, and one for all of them. */
function tableOf(files: readonly FileCoverage[]): string {
  const folders = new Map<string, FileCoverage[]>();
  for (const file of files) {
    const folder = dirname(relative(ROOT, file.path)).split("/").slice(0, 2).join("/");
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const rows = [...folders].sort(([one], [other]) => (one < other ? -1 : 1));
  return [...rows, ["all", files] as const]
    .map(([name, own]) => [name.padEnd(20), ...MEASURES.map((countsIn) => shareOf(own, countsIn))])
    .reduce((text, cells) => `${text}${cells.join("")}\n`, `\n${HEADING}\n`);
}

/** The counts of the lines, the branches and the functions of a file. */
const MEASURES: readonly ((file: FileCoverage) => readonly number[])[] = [
  ({ statementMap, s }) => {
    const lines = new Map<number, number>();
    for (const [id, { start }] of Object.entries(statementMap))
      lines.set(start.line, Math.max(lines.get(start.line) ?? 0, s[id] ?? 0));
    return [...lines.values()];
  },
  ({ b }) => Object.values(b).flat(),
  ({ f }) => Object.values(f),
];

const HEADING = [
  "".padEnd(20),
  ...["lines", "branches", "functions"].map((name) => name.padStart(24)),
].join("");

function shareOf(
  files: readonly FileCoverage[],
  countsIn: (file: FileCoverage) => readonly number[],
): string {
  const counts = files.flatMap(countsIn);
  const executed = counts.filter((each) => each > 0).length;
  const percent = ((100 * executed) / Math.max(counts.length, 1)).toFixed(2);
  return `${String(executed)} / ${String(counts.length)}${`${percent} %`.padStart(10)}`.padStart(
    24,
  );
}

measure();
