import { isAbsolute } from "node:path";

import * as z from "zod/mini";

const text = z.string().check(z.minLength(1));
const texts = z.array(text);

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
  /** Directories whose project files may loosen things; counts in the user's own file only. */
  trust: z.optional(z.array(text.check(z.refine(isAbsolute, "must be an absolute path")))),
});

export type ConfigFile = z.infer<typeof ConfigFile>;
