import { withoutComments, type SourceFile } from "./imports.js";

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
