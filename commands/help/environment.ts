import { paragraphs } from "../cli/help-page.js";
import { definitions } from "./definitions.js";

/** The page on environment variables. */
export const environmentPage = (columns: number): string =>
  [
    "Environment variables that are read:",
    definitions(VARIABLES, columns),
    paragraphs(
      "The values of variables whose names look like those of keys, tokens or passwords are replaced " +
        "in everything that is printed or written; --redact-env names more.",
      columns,
    ),
  ].join("\n\n");

export const VARIABLES = {
  TURNPIPE_CODEX: "the codex program to start; --codex wins",
  TURNPIPE_CONNECT: "the address of a running server; --connect wins",
  TURNPIPE_CONNECT_TOKEN: "the token for that server, if --connect-token-file names no file",
  TURNPIPE_SKIP: "a reason: the push hook skips this review, and logs it",
  TURNPIPE_EVENTS: "full: exec --json prints the events and fields of run, too",
  CODEX_API_KEY: "an API key for run, resume and review, instead of the stored login",
  CODEX_HOME: "where codex keeps its login, config and threads (~/.codex)",
  CODEX_SQLITE_HOME: "where codex keeps its databases, if not there",
  PATH: "where codex and git are looked for",
  XDG_CONFIG_HOME: "your config file is in its directory turnpipe (~/.config)",
  XDG_CACHE_HOME: "completion keeps model and thread names in it (~/.cache)",
  NO_COLOR: "any value: no colour",
  FORCE_COLOR: "any value but 0: colour, even where there is no terminal",
  TERM: "dumb: no colour, no spinner",
  TMPDIR: "temporary files",
  BROWSER: "the program that login opens a page with",
  SHELL: "the shell that completion prints a script for",
};
