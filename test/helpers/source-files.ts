import { posix, basename } from "node:path";

/** A source file as the checks see it: a path from the repository's root, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/**
 * What one room may import besides itself. `from` lists rooms (`src/rpc`), single files
 * (`src/transport/launch`), `src` for the files directly inside it or `src/**` for all of it;
 * a leading `!` takes back, and the last entry that matches decides.
 */
interface RoomRule {
  readonly from: readonly string[];
  readonly packages?: readonly string[];
  readonly node?: "none";
}

/** One row for each room. */
export type ImportTable = Readonly<Record<string, RoomRule>>;

/** Lists every import that the table does not allow, one sentence each. */
export function forbiddenImports(files: readonly SourceFile[], table: ImportTable): string[] {
  return files.flatMap((file) => {
    const room = roomOf(file.path);
    const rule = table[room];
    if (rule === undefined) return [`${file.path} is in ${room}, which has no row in the table`];
    return importsOf(file.text)
      .filter((specifier) => !isAllowed(specifier, file.path, rule))
      .map((specifier) => `${file.path} imports ${describe(specifier, file.path)}`);
  });
}

/** Every module a source text names: static, re-exported or loaded on demand. */
export function importsOf(text: string): string[] {
  const code = withoutComments(text);
  const found = [...code.matchAll(STATIC), ...code.matchAll(DYNAMIC)];
  return found.sort((a, b) => a.index - b.index).map((match) => match[2] ?? "");
}

/** Blanks out comments and keeps everything else, line breaks included, in its place. */
function withoutComments(text: string): string {
  return text.replace(STRING_OR_COMMENT, (match) =>
    match.startsWith("/") ? match.replace(/[^\n]/g, " ") : match,
  );
}

const STATIC = /\b(?:import|export)\b(?:[\w\s{},*$]*?\bfrom\b)?\s*(["'])([^"'\n]+)\1/g;
const DYNAMIC = /\b(?:import|require)\s*\(\s*(["'`])([^"'`\n]+)\1/g;
const STRING_OR_COMMENT =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** `src/rpc/peer.ts` lives in `src/rpc`, `src/errors.ts` in `src`, `commands/run.ts` in `commands`. */
function roomOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  return folders.slice(0, folders[0] === "src" ? 2 : 1).join("/");
}

function isAllowed(specifier: string, importer: string, rule: RoomRule): boolean {
  if (specifier.startsWith("node:")) return rule.node !== "none";
  if (!specifier.startsWith(".")) return (rule.packages ?? []).some(isNameOf(specifier));
  const target = resolve(specifier, importer);
  if (roomOf(target) === roomOf(importer)) return true;
  const last = rule.from.findLast((entry) => covers(entry.replace(/^!/, ""), target));
  return last !== undefined && !last.startsWith("!");
}

// A package's side doors, such as zod/mini, count as the package.
const isNameOf = (specifier: string) => (name: string) =>
  specifier === name || specifier.startsWith(`${name}/`);

function covers(entry: string, target: string): boolean {
  if (entry.endsWith("/**")) return target.startsWith(entry.slice(0, -2));
  return entry === roomOf(target) || entry === target.replace(/\.ts$/, "");
}

const resolve = (specifier: string, importer: string) =>
  posix.join(posix.dirname(importer), specifier).replace(/\.js$/, ".ts");

const describe = (specifier: string, importer: string) =>
  specifier.startsWith(".") ? resolve(specifier, importer) : specifier;

/** Every exported name that more than one file declares, with those files. */
export function sharedNames(files: readonly SourceFile[]): string[] {
  const homes = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    for (const [, name = ""] of text.matchAll(EXPORT)) {
      homes.set(name, (homes.get(name) ?? new Set()).add(path));
    }
  }
  return [...homes]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].sort().join(", ")}`)
    .sort();
}

const EXPORT =
  /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/**
 * Where each banned word stands in a file name, an identifier, a comment or a text, one line each.
 * A value that scripts read, such as `"unclear"`, is no text of ours any more: `values` may stand in quotes.
 */
export function bannedWords(
  files: readonly SourceFile[],
  banned: ReadonlySet<string>,
  values: readonly string[] = [],
): string[] {
  return files.flatMap(({ path, text }) => {
    const inName = wordsIn(basename(path, ".ts")).filter((word) => banned.has(word));
    const lines = text
      .split("\n")
      .flatMap((line, at) =>
        [...new Set(wordsIn(values.reduce((rest, value) => rest.replaceAll(value, ""), line)))]
          .filter((word) => banned.has(word))
          .map((word) => `${path}:${at + 1} ${word}`),
      );
    return [...inName.map((word) => `${path} ${word}`), ...lines];
  });
}

/** The words of a text in lower case; `runErrand`, `RUN_ERRAND` and "run an errand" have the same ones. */
const wordsIn = (text: string): string[] =>
  [...text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)].map(([word]) => word.toLowerCase());

/** Something only certain files may do, and the sign in a source text that gives it away. */
export interface Owner {
  readonly what: string;
  readonly sign: RegExp;
  /** Files, or folders with a closing slash. */
  readonly homes: readonly string[];
}

/** Lists every line outside the owners' homes that does what only they may do. */
export function trespasses(files: readonly SourceFile[], owners: readonly Owner[]): string[] {
  return files.flatMap(({ path, text }) => {
    const strangers = owners.filter(({ homes }) => !homes.some((home) => isAt(path, home)));
    return withoutComments(text)
      .split("\n")
      .flatMap((line, index) =>
        strangers
          .filter(({ sign }) => sign.test(line))
          .map(({ what }) => `${path}:${index + 1} ${what}`),
      );
  });
}

const isAt = (path: string, home: string) =>
  home.endsWith("/") ? path.startsWith(home) : path === home;
