/** One file of a git diff, parsed from its heading. */
export interface ChangedFile {
  /** The new name, or the old one where the file was deleted. */
  path: string;
  status: "added" | "deleted" | "modified" | "renamed";
  /** The git mode, of the new side if there is one; empty where the heading has none. */
  mode: string;
  /** The full blob ids of both sides; undefined where there is none. */
  oldId: string | undefined;
  newId: string | undefined;
  /** Whether the diff has no lines because git considers the file binary. */
  isBinary: boolean;
}

/** Lists the files of a git diff that has full ids and the prefixes a/ and b/. */
export function changedFiles(diff: string): ChangedFile[] {
  // In a hunk each line begins with a sign, so nothing there can be mistaken for a heading.
  const parts = `\n${diff}`.split("\ndiff --").slice(1);
  return parts.map(fileOf).filter(({ path }) => path !== "");
}

function fileOf(part: string): ChangedFile {
  const [heading = ""] = part.split("\n@@", 1);
  const [first = "", ...lines] = heading.split("\n");
  const after = (start: string) =>
    lines.find((line) => line.startsWith(start))?.slice(start.length);
  const isAdded = after("new file mode ") !== undefined;
  const isDeleted = after("deleted file mode ") !== undefined;
  const moved = after("rename to ") ?? after("copy to ");
  const [, oldId, newId, same] = /^(\w+)\.\.(\w+)(?: (\d+))?$/.exec(after("index ") ?? "") ?? [];
  const modes = [after("new file mode "), after("deleted file mode "), after("new mode "), same];
  return {
    path: moved === undefined ? nameOf(first, [after("+++ "), after("--- ")]) : unquoted(moved),
    status: isAdded ? "added" : isDeleted ? "deleted" : moved ? "renamed" : "modified",
    mode: modes.find((mode) => mode !== undefined) ?? "",
    oldId: isNullId(oldId) ? undefined : oldId,
    newId: isNullId(newId) ? undefined : newId,
    isBinary: lines.some((line) => /^(?:Binary files .* differ|GIT binary patch)$/.test(line)),
  };
}

const isNullId = (id: string | undefined): boolean => id === undefined || /^0+$/.test(id);

function nameOf(first: string, sides: readonly (string | undefined)[]): string {
  const side = sides
    .map((name) => name?.replace(/\t$/, ""))
    .find((name) => name !== undefined && name !== "/dev/null");
  return unquoted(side ?? nameInHeading(first)).replace(/^[ab]\//, "");
}

/** `git a/x b/x` has one name twice, with a space between; `cc x` of a merge has it once. */
function nameInHeading(line: string): string {
  const [, kind = "", names = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
  return kind === "git" ? names.slice((names.length + 1) / 2) : names;
}

/** Decodes a name with control characters, which git writes as a C string. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name;
  const pieces = name.slice(1, -1).match(/\\[0-7]{3}|\\.|[^\\]+/g) ?? [];
  const bytes = pieces.map((piece) => {
    if (!piece.startsWith("\\")) return Buffer.from(piece);
    const letter = piece.slice(1);
    return /\d/.test(letter)
      ? Buffer.of(parseInt(letter, 8))
      : Buffer.from(C_ESCAPES[letter] ?? letter);
  });
  return Buffer.concat(bytes).toString("utf8");
}

const C_ESCAPES: Readonly<Record<string, string>> = {
  ...{ a: "\u0007", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" },
};
