import { isAbsolute } from "node:path";

import * as z from "zod/mini";

import { isDuration } from "../src/text/duration.js";
import { FORMAT_NAMES, INCLUDE_NAMES, TURN_CONDITIONS } from "./names.js";

const text = z.string().check(z.minLength(1));
const texts = z.array(text);

/** A path git takes as one argument, on one line. */
const gitPath = text.check(z.refine((path) => !/[\0\n\r]/.test(path), "must be one line"));

/** A list of known names; an entry may hold several, separated by commas. */
const namesOf = (known: readonly string[]) =>
  z.array(
    text.check(
      z.refine(
        (entry) => entry.split(",").every((name) => name === "" || known.includes(name)),
        `expected ${known.join(", ")}`,
      ),
    ),
  );

/** `sarif`, or `sarif=FILE`. */
const format = text.check(
  z.refine(
    (entry) => {
      const [name = "", ...file] = entry.split("=");
      return FORMAT_NAMES.includes(name) && (file.length === 0 || file.join("=") !== "");
    },
    `expected ${FORMAT_NAMES.join(", ")}, or one of them followed by =FILE`,
  ),
);

/** The `review` section. */
export const ReviewSection = z.strictObject({
  fail_on: z.optional(z.enum(["P0", "P1", "P2", "P3", "never"])),
  format: z.optional(
    z
      .array(format)
      .check(
        z.refine(
          (entries) => entries.filter((entry) => !entry.includes("=")).length < 2,
          "only one format can go to stdout",
        ),
      ),
  ),
  /** As on the command line: seconds, or a number followed by s, m or h. */
  timeout: z.optional(text.check(z.refine(isDuration, "expected a time, such as 90s or 5m"))),
  instructions_file: z.optional(gitPath),
  /** Git pathspecs; one that begins with an exclamation mark excludes. */
  paths: z.optional(z.array(gitPath)),
  on_error: z.optional(z.enum(["open", "closed", "warn"])),
});

/** Rules for `approve: rules`; deny wins over allow. */
export const ApprovalsSection = z.strictObject({
  allow: z.optional(texts),
  deny: z.optional(texts),
});

/** A config file. Keys are the flags of a turn, in snake_case. */
export const ConfigFile = z.strictObject({
  codex: z.optional(text),
  /** The address of a running app-server, as `--connect` takes it. */
  connect: z.optional(text),
  model: z.optional(text),
  effort: z.optional(text),
  summary: z.optional(z.enum(["auto", "concise", "detailed", "none"])),
  sandbox: z.optional(z.enum(["read-only", "workspace-write", "danger-full-access"])),
  color: z.optional(z.enum(["auto", "always", "never"])),
  include: z.optional(namesOf(INCLUDE_NAMES)),
  fail_on: z.optional(namesOf(TURN_CONDITIONS)),
  ephemeral: z.optional(z.boolean()),
  skip_git_repo_check: z.optional(z.boolean()),
  config: z.optional(z.array(z.string().check(z.regex(/^\s*[^=\s][^=]*=/, "expected key=value")))),
  enable: z.optional(texts),
  disable: z.optional(texts),
  /** never, always, rules, ask, or exec:CMD. */
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
  /** Answers to questions of the agent or its tools, by question id. */
  answers: z.optional(z.record(z.string(), z.string())),
  /** Environment variables whose values are redacted. */
  redact_env: z.optional(texts),
  review: z.optional(ReviewSection),
  /** Directories whose project files may loosen settings; only in the user's own file. */
  trust: z.optional(z.array(text.check(z.refine(isAbsolute, "must be an absolute path")))),
});

export type ReviewSection = z.infer<typeof ReviewSection>;
export type ApprovalsSection = z.infer<typeof ApprovalsSection>;
export type ConfigFile = z.infer<typeof ConfigFile>;
