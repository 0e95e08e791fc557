import * as z from "zod";

const text = z.string().min(1);
const texts = z.array(text);

/** What a config file may say. Keys are the flags of a turn, in snake_case. */
export const ConfigFile = z.strictObject({
  codex: text.optional(),
  model: text.optional(),
  effort: text.optional(),
  summary: z.enum(["auto", "concise", "detailed", "none"]).optional(),
  sandbox: z.enum(["read-only", "workspace-write", "danger-full-access"]).optional(),
  color: z.enum(["auto", "always", "never"]).optional(),
  include: texts.optional(),
  fail_on: texts.optional(),
  ephemeral: z.boolean().optional(),
  skip_git_repo_check: z.boolean().optional(),
  config: texts.optional(),
  enable: texts.optional(),
  disable: texts.optional(),
  /** Directories whose project files may loosen things; counts in the user's own file only. */
  trust: texts.optional(),
});

export type ConfigFile = z.infer<typeof ConfigFile>;
