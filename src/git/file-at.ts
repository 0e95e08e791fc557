import type { Git } from "./git.js";

export type FileAt = { text: string; problem?: undefined } | { problem: string };

/**
 * Reads a file from a commit or a tree, by its path relative to the repository's root. Links, which
 * may lead anywhere, folders, binary files and files over `maxBytes` are problems.
 */
export function fileAt(git: Git, tree: string, path: string, maxBytes: number): FileAt {
  if (/[\0\n\r]/.test(path)) return { problem: "its name has a line break" };
  // `--` and `:(literal)`: the path is taken literally, whatever it begins with.
  const where = ["-z", "--long", "--full-tree", tree, "--", `:(literal)${path}`];
  const [entry = ""] = git.tryRun(["ls-tree", ...where])?.split("\0") ?? [];
  const [, mode = "", id = "", size = ""] = ENTRY.exec(entry) ?? [];
  if (mode === "") return { problem: "it does not exist" };
  if (mode === LINK) return { problem: "it is a symbolic link" };
  if (!FILES.has(mode)) return { problem: "it is not a file" };
  if (Number(size) > maxBytes) {
    return { problem: `it is larger than the limit of ${String(maxBytes / 1024)} KiB` };
  }
  const text = git.tryRun(["cat-file", "blob", id]);
  if (text === undefined) return { problem: "git cannot read it" };
  return /[\0\uFFFD]/.test(text) ? { problem: "it is not UTF-8 text" } : { text };
}

const ENTRY = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t/;
const LINK = "120000";
const FILES: ReadonlySet<string> = new Set(["100644", "100755"]);
