import type { ConfigFile } from "../../config/schema.js";
import { paragraphs } from "../cli/help-page.js";
import { definitions } from "./definitions.js";

/** The page on config files. */
export function configPage(columns: number): string {
  return [
    paragraphs(
      "A config file sets what would else be a flag. Flags win over the environment, that over the " +
        "project's file, that over your own.",
      columns,
    ),
    `Files:\n${definitions(FILES, columns)}`,
    `Keys:\n${definitions(KEYS, columns)}`,
    `Keys of review:\n${definitions(REVIEW_KEYS, columns)}`,
    paragraphs(
      "A project's file comes with the repository, so it may make things stricter, but not looser, " +
        "unless your own file lists its directory under trust, or with --trust-project-config. What " +
        "it may not set is ignored, with a warning.",
      columns,
    ),
    'Example:\n  {"model": "gpt-6-sol", "review": {"fail_on": "P2"}}',
    "What is in force here: turnpipe config show --origin\n" +
      "Its flags: turnpipe config --help\nSchema: turnpipe schema config",
  ].join("\n\n");
}

const FILES = {
  "~/.config/turnpipe": "your own: config.json, config.yaml or config.yml (under $XDG_CONFIG_HOME)",
  project:
    ".turnpiperc, .turnpiperc.json, .yaml or .yml, turnpipe.config.json or .yaml, or the key " +
    "turnpipe of package.json, looked for from here up to the root of the repository",
};

const KEYS = {
  model: "as --model",
  effort: "as --effort",
  summary: "as --summary",
  sandbox: "as --sandbox",
  approve: "as --approve",
  approvals: "allow and deny: lists of rules for --approve rules",
  answers: "answers to questions, by question id, as --answer",
  fail_on: "a list, as --fail-on of run",
  include: "a list, as --include",
  color: "as --color",
  ephemeral: "true or false, as --ephemeral",
  skip_git_repo_check: "true or false, as --skip-git-repo-check",
  redact_env: "a list of variables, as --redact-env",
  codex: "the codex program, as --codex",
  connect: "the address of a running server, as --connect",
  config: "a list of settings of codex, as --config",
  enable: "a list of features of codex, as --enable",
  disable: "a list of features of codex, as --disable",
  trust: "directories whose own file may loosen restrictions; in your own file only",
  review: "a section with the keys below",
} satisfies Record<keyof ConfigFile, string>;

const REVIEW_KEYS = {
  fail_on: "P0, P1, P2, P3 or never",
  format: "a list, as --format",
  timeout: "as --timeout",
  instructions_file: "as --instructions-file",
  paths: "what to review, as git pathspecs; a leading ! excludes",
  on_error: "what the push hook does when a review fails: open, warn or closed",
} satisfies Record<keyof NonNullable<ConfigFile["review"]>, string>;
