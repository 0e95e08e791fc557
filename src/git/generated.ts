import { repositoryRoot } from "../repository.js";
import type { Git } from "./git.js";

/**
 * Which changed files nobody wrote by hand: lock files, other people's code, what tools generate. Takes
 * a git diff, or names from the root of the repository. What .gitattributes says outweighs a name.
 */
export function ignorableFiles(git: Git, diff: string | readonly string[]): string[] {
  const files = [...new Set(typeof diff === "string" ? namesIn(diff) : diff)];
  const marked = marksOf(git, files);
  return files.filter((file) => marked.get(file) ?? looksIgnorable(file)).sort();
}

/** What linguist's attributes say of each file; nothing for most of them. */
function marksOf(git: Git, files: readonly string[]): ReadonlyMap<string, boolean> {
  const marks = new Map<string, boolean>();
  if (files.length === 0) return marks;
  // Git would take the names from where it runs.
  const root = repositoryRoot(git.cwd) ?? git.cwd;
  const question = ["-C", root, "check-attr", "--stdin", "-z", ...ATTRIBUTES];
  const words = (git.ask(question, `${files.join("\0")}\0`) ?? "").split("\0");
  for (let at = 0; at + 2 < words.length; at += 3) {
    const [file = "", , value = ""] = words.slice(at, at + 3);
    const isMarked = MEANING[value];
    if (isMarked !== undefined) marks.set(file, isMarked || marks.get(file) === true);
  }
  return marks;
}

const ATTRIBUTES = ["linguist-generated", "linguist-vendored"];
const MEANING: Readonly<Record<string, boolean>> = {
  set: true,
  true: true,
  unset: false,
  false: false,
};

function looksIgnorable(file: string): boolean {
  const name = file.slice(file.lastIndexOf("/") + 1);
  return LOCK_FILES.has(name) || SIGNS.some((sign) => sign.test(file));
}

const LOCK_FILES: ReadonlySet<string> = new Set([
  ...["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml"],
  ...["bun.lock", "bun.lockb", "deno.lock"],
  ...["poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "pixi.lock", "pylock.toml"],
  ...["Cargo.lock", "go.sum", "go.work.sum", "Gemfile.lock", "gems.locked", "composer.lock"],
  ...["flake.lock", "mix.lock", "rebar.lock", "pubspec.lock", "shard.lock", "stack.yaml.lock"],
  ...["Podfile.lock", "Package.resolved", "Cartfile.resolved"],
  ...["packages.lock.json", "paket.lock", "gradle.lockfile"],
  ...["Chart.lock", ".terraform.lock.hcl", "MODULE.bazel.lock", "buf.lock", "devbox.lock"],
]);

const SIGNS: readonly RegExp[] = [
  /(?:^|\/)(?:vendor|third_party|node_modules|bower_components)\//,
  /[.-]min\.(?:[cm]?js|css)$/,
  /\.map$/,
  // A bundler's names: app.3f2a9c1b.js, chunk-6EKVCJG4.js, vendors.bundle.js.
  /(?:^|\/)dist\/(?:.*\/)?[^/]*[.-](?:[0-9a-f]{8,}|[0-9A-Z]{8}|bundle|chunk)\.(?:[cm]?js|css)$/,
  /\.pb\.(?:go|gw\.go|h|cc|swift|dart)$/,
  /_pb2(?:_grpc)?\.pyi?$/,
  /_pb\.(?:js|ts|d\.ts|rb)$/,
  /\.snap$/,
];

/** The files of a git diff, by their new names, or their old ones where they were deleted. */
function namesIn(diff: string): string[] {
  // In a hunk each line begins with a sign, so nothing there looks like a heading.
  const parts = `\n${diff}`.split("\ndiff --").slice(1);
  return parts.map(nameOf).filter((name) => name !== "");
}

function nameOf(part: string): string {
  const [heading = ""] = part.split("\n@@", 1);
  const [first = "", ...lines] = heading.split("\n");
  const after = (start: string) =>
    lines.find((line) => line.startsWith(start))?.slice(start.length);
  const written = [after("rename to "), after("copy to ")].find((name) => name !== undefined);
  if (written !== undefined) return unquoted(written);
  const sides = [after("+++ "), after("--- ")].map((side) => side?.replace(/\t$/, ""));
  const side = sides.find((name) => name !== undefined && name !== "/dev/null");
  return unquoted(side ?? lastOf(first)).replace(/^[ab]\//, "");
}

/** `git a/x b/x` names one file twice, with a space between; `cc x` of a merge does so once. */
function lastOf(line: string): string {
  const [, kind = "", names = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
  return kind === "git" ? names.slice((names.length + 1) / 2) : names;
}

/** A name as git writes it when it holds odd letters: a string of C. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name;
  const pieces = name.slice(1, -1).match(/\\[0-7]{3}|\\.|[^\\]+/g) ?? [];
  const bytes = pieces.map((piece) => {
    if (!piece.startsWith("\\")) return Buffer.from(piece);
    const letter = piece.slice(1);
    return /\d/.test(letter) ? Buffer.of(parseInt(letter, 8)) : Buffer.from(LONG[letter] ?? letter);
  });
  return Buffer.concat(bytes).toString("utf8");
}

const LONG: Readonly<Record<string, string>> = {
  ...{ a: "\u0007", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" },
};
