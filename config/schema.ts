import { isAbsolute } from "node:path";

import * as z from "zod/mini";

const text = z.string().check(z.minLength(1));
const texts = z.array(text);

/** What it may say about reviews. */
export const ReviewSection = z.strictObject({
  fail_on: z.optional(z.enum(["P0", "P1", "P2", "P3", "never"])),
  format: z.optional(texts),
  /** As on the command line: seconds, or a number with s, m or h. */
  timeout: z.optional(text),
  instructions_file: z.optional(text),
  /** Path patterns of git; one that begins with an exclamation mark leaves out. */
  paths: z.optional(texts),
  on_error: z.optional(z.enum(["open", "closed", "warn"])),
});

/** Rules for `approve: rules`; deny wins. */
export const ApprovalsSection = z.strictObject({
  allow: z.optional(texts),
  deny: z.optional(texts),
});

/** What a config file may say. Keys are the flags of a turn, in snake_case. */
export const ConfigFile = z.strictObject({
  codex: z.optional(text),
  model: z.optional(text),
  effort: z.optional(text),
  summary: z.optional(z.enum(["auto", "concise", "detailed", "none"])),
  sandbox: z.optional(z.enum(["read-only", "workspace-write", "danger-full-access"])),
  color: z.optional(z.enum(["auto", "always", "never"])),
  include: z.optional(texts),
  fail_on: z.optional(texts),
  ephemeral: z.optional(z.boolean()),
  skip_git_repo_check: z.optional(z.boolean()),
  config: z.optional(texts),
  enable: z.optional(texts),
  disable: z.optional(texts),
  /** never, always, rules, ask, or exec: and a command. */
  approve: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(?:never|always|rules|ask|exec:\s*\S.*)$/s,
          "expected never, always, rules, ask or exec:CMD",
        ),
      ),
  ),
  approvals: z.optional(ApprovalsSection),
  /** Answers to questions of the agent or of its tools, by their ids. */
  answers: z.optional(z.record(z.string(), z.string())),
  /** Variables whose values are not to be seen. */
  redact_env: z.optional(texts),
  review: z.optional(ReviewSection),
  /** Directories whose project files may loosen things; counts in the user's own file only. */
  trust: z.optional(z.array(text.check(z.refine(isAbsolute, "must be an absolute path")))),
});

export type ReviewSection = z.infer<typeof ReviewSection>;
export type ConfigFile = z.infer<typeof ConfigFile>;
