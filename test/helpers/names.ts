import { basename } from "node:path";

import type { SourceFile } from "./imports.js";

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
