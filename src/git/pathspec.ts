/** Converts a path pattern of a config file to a git pathspec: a leading exclamation mark excludes. */
export const pathspec = (path: string): string =>
  path.startsWith("!") ? `:(exclude)${path.slice(1)}` : path;
