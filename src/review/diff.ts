/** A range of lines, both ends included. */
export interface LineRange {
  start: number;
  end: number;
}

/**
 * Lists the lines that a git diff adds to each file, by the file's new name. Where lines were only
 * deleted, the lines before and after the gap count. Expects git's prefixes a/ and b/, and no colours.
 */
export function changedLines(diff: string): ReadonlyMap<string, readonly LineRange[]> {
  const files = new Map<string, LineRange[]>();
  let file: File | undefined;
  const store = () => {
    const name = file?.next ?? file?.previous ?? file?.both;
    if (file === undefined || name === undefined) return;
    // A file that became a link appears as two changes under one name.
    const ranges = files.get(name) ?? [];
    files.set(name, ranges);
    if (!file.isGone) for (const range of file.ranges) ranges.push(range);
  };
  const lines = diff.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? "").replace(/\r$/, "");
    const hunk = hunkOf(line);
    if (line.startsWith("diff --")) {
      store();
      file = { both: nameInHeading(line), isGone: false, ranges: [] };
    } else if (file !== undefined && hunk !== undefined) {
      // Lines are counted, because the content of a hunk may look like any heading.
      const { kinds, next } = readHunk(hunk, lines, at + 1);
      for (const range of rangesIn(kinds, hunk.first)) file.ranges.push(range);
      at = next - 1;
    } else if (file?.ranges.length === 0) {
      readHeading(line, file);
    }
  }
  store();
  return new Map(Array.from(files, ([name, ranges]) => [name, joined(ranges)]));
}

interface File {
  /** From the first line, which is unambiguous only when both sides have the same name. */
  both: string | undefined;
  previous?: string | undefined;
  next?: string | undefined;
  isGone: boolean;
  ranges: LineRange[];
}

function readHeading(line: string, file: File): void {
  if (line.startsWith("--- ")) file.previous = sideName(line.slice(4), "a/");
  else if (line.startsWith("+++ ")) file.next = sideName(line.slice(4), "b/");
  else if (/^(?:rename|copy) to /.test(line)) file.next = unquoted(line.replace(/^\w+ to /, ""));
  else if (line.startsWith("deleted file mode ")) file.isGone = true;
}

function sideName(written: string, prefix: string): string | undefined {
  // Git ends a name that contains spaces with a tab.
  const name = unquoted(written.replace(/\t$/, ""));
  if (name === "/dev/null") return undefined;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** `diff --git a/x b/x`, or `diff --cc x` of a merge. */
function nameInHeading(line: string): string | undefined {
  const [, kind, names = ""] = /^diff --(\w+) (.*)$/.exec(line) ?? [];
  if (kind !== "git") return unquoted(names);
  const quoted = /^"(?:[^"\\]|\\.)*" ("(?:[^"\\]|\\.)*")$/.exec(names)?.[1];
  // Two equal names with a space between them: take the second half.
  const last = quoted ?? names.slice((names.length + 1) / 2);
  return sideName(last, "b/");
}

/** Decodes a name that git quoted because of special characters: in quotes, its bytes as octal numbers. */
function unquoted(name: string): string {
  if (!/^".*"$/.test(name)) return name;
  const bytes = [...name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/g)].map(
    ([plain, octal, escaped]) => {
      if (octal !== undefined) return Buffer.of(Number.parseInt(octal, 8));
      return Buffer.from(escaped === undefined ? plain : (ESCAPED[escaped] ?? escaped));
    },
  );
  return Buffer.concat(bytes).toString("utf8");
}

const ESCAPED: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
};

interface Hunk {
  /** Remaining lines of each old side; a merge has several old sides. */
  olds: number[];
  /** Remaining lines of the new side. */
  left: number;
  /** Number of the hunk's first line on the new side. */
  first: number;
}

function hunkOf(line: string): Hunk | undefined {
  const [, signs = "", sides = "", start, count = "1"] =
    /^(@@+) ((?:-\d+(?:,\d+)? )+)\+(\d+)(?:,(\d+))? @@+/.exec(line) ?? [];
  const olds = sides
    .trim()
    .split(" ")
    .map((side) => Number(side.split(",")[1] ?? "1"));
  if (start === undefined || olds.length !== signs.length - 1) return undefined;
  // Bounded, because each line of the hunk is compared with each side.
  if (olds.length > MAX_SIDES) return undefined;
  // For an empty side, git gives the line before it.
  return { olds, left: Number(count), first: Number(start) + (Number(count) === 0 ? 1 : 0) };
}

const MAX_SIDES = 100;

/** Reads the lines of a hunk, each as " ", "+" or "-", and the index after its last line. */
function readHunk({ olds, left }: Hunk, lines: readonly string[], from: number) {
  const kinds: string[] = [];
  const remaining = [...olds, left];
  let at = from;
  for (; at < lines.length && remaining.some((count) => count > 0); at++) {
    const line = lines[at] ?? "";
    if (line.startsWith("\\")) continue;
    // Some tools strip the space from an empty context line.
    const signs = line.slice(0, olds.length).replace("\r", "").padEnd(olds.length);
    if (!/^[ +-]+$/.test(signs)) break;
    const kind = signs.includes("-") ? "-" : signs.includes("+") ? "+" : " ";
    const isOn = kind === "-" ? "-" : " ";
    const sides = Array.from(signs, (sign) => sign === isOn);
    for (const [side, isHere] of [...sides, kind !== "-"].entries()) {
      if (isHere) remaining[side] = (remaining[side] ?? 0) - 1;
    }
    kinds.push(kind);
  }
  return { kinds: kinds.join(""), next: at };
}

function rangesIn(kinds: string, first: number): LineRange[] {
  const ranges: LineRange[] = [];
  let line = first;
  for (const { 0: run, index } of kinds.matchAll(/ +|[+-]+/g)) {
    const height = run.replaceAll("-", "").length;
    // In a hunk with context, a gap at its end is at the end of the file.
    const isEnd = index + run.length === kinds.length && kinds.includes(" ");
    if (height === 0) ranges.push({ start: Math.max(line - 1, 1), end: isEnd ? line - 1 : line });
    else if (!run.startsWith(" ")) ranges.push({ start: line, end: line + height - 1 });
    line += height;
  }
  return ranges;
}

/** Sorts ranges and merges adjacent ones. */
function joined(ranges: readonly LineRange[]): LineRange[] {
  const result: LineRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last !== undefined && range.start <= last.end + 1) last.end = Math.max(last.end, range.end);
    else result.push({ ...range });
  }
  return result;
}
