/** A path pattern of a config file as git takes it: a leading exclamation mark leaves out. */
export const pathspec = (path: string): string =>
  path.startsWith("!") ? `:(exclude)${path.slice(1)}` : path;
