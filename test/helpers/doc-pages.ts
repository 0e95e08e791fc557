import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A block of code in the documentation. */
export interface DocBlock {
  /** File and line of its first line, such as `docs/run.md:12`. */
  readonly place: string;
  /** Such as `sh` or `yaml`. */
  readonly language: string;
  readonly code: string;
  /** Why a test cannot execute it: `<!-- not run: … -->` above it. */
  readonly notRun: string | undefined;
}

/** A page a user reads. */
export interface DocPage {
  /** Such as `docs/run.md`. */
  readonly name: string;
  readonly text: string;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** README and everything in docs/. */
export const DOC_PAGES: readonly DocPage[] = [
  "README.md",
  ...readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
].map((name) => ({ name, text: readFileSync(`${ROOT}${name}`, "utf8") }));

/** The blocks of code on a page, in their order. */
export function blocksOf({ name, text }: DocPage): DocBlock[] {
  const blocks: DocBlock[] = [];
  let open: { from: number; language: string } | undefined;
  let notRun: string | undefined;
  const lines = text.split("\n");
  for (const [at, line] of lines.entries()) {
    const fence = /^```(\w*)$/.exec(line);
    if (fence === null) {
      if (open === undefined && line !== "") notRun = /^<!-- not run: (.+) -->$/.exec(line)?.[1];
    } else if (open === undefined) {
      open = { from: at + 1, language: fence[1] ?? "" };
    } else {
      const { from, language } = open;
      const code = `${lines.slice(from, at).join("\n")}\n`;
      blocks.push({ place: `${name}:${from + 1}`, language, code, notRun });
      open = undefined;
      notRun = undefined;
    }
  }
  return blocks;
}

/** What a reader would type into a shell: all of a `sh` block, the lines after `$ ` in a console. */
export function shellOf({ language, code }: DocBlock): string {
  if (language === "sh" || language === "bash") return code;
  if (language === "console")
    return [...code.matchAll(/^\$ (.*\n)/gm)].map(([, it]) => it).join("");
  // A step of a workflow; those of several lines have tests of their own.
  if (language === "yaml")
    return [...code.matchAll(/^- run: ([^|\s].*\n)/gm)].map(([, it]) => it).join("");
  return "";
}
