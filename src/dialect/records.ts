import * as z from "zod";

/**
 * What commands other than turns print with `--json`, one record a line. Times are ISO 8601, UTC.
 * Strings that the server may extend are not enums.
 */
const time = z.iso.datetime();
const text = z.string().nullable();

/** A stored thread. */
export const ThreadRecord = z.strictObject({
  id: z.string(),
  name: text,
  /** The beginning of its first prompt. */
  preview: z.string(),
  /** The working directory of its last turn. */
  cwd: text,
  model: text,
  model_provider: text,
  effort: text,
  /** The kind of program that created it. */
  source: z.string(),
  created_at: time.nullable(),
  updated_at: time.nullable(),
  archived: z.boolean(),
  forked_from: text,
  parent: text,
  git: z.strictObject({ branch: text, sha: text, origin_url: text }).nullable(),
  codex_version: text,
  /** The file it is stored in, on the server's machine. */
  path: text,
});

/** What `threads delete` prints. */
export const DeletedThread = z.strictObject({ id: z.string(), deleted: z.literal(true) });

export const ModelRecord = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  default: z.boolean(),
  /** Not listed in menus; it can still be used. */
  hidden: z.boolean(),
  efforts: z.array(z.string()),
  default_effort: text,
  input_modalities: z.array(z.string()),
  service_tiers: z.array(z.string()),
  /** The model that replaces it. */
  upgrade: text,
});

const LimitWindow = z.strictObject({
  used_percent: z.number(),
  remaining_percent: z.number(),
  window_minutes: z.int().nullable(),
  resets_at: time.nullable(),
});

/** How much of a rate limit of the account is used. */
export const RateLimitsRecord = z.strictObject({
  limit_id: text,
  name: text,
  plan: text,
  primary: LimitWindow.nullable(),
  secondary: LimitWindow.nullable(),
  credits: z
    .strictObject({ has_credits: z.boolean(), unlimited: z.boolean(), balance: text })
    .nullable(),
  /** The limit that was reached, as the server names it. */
  reached: text,
});

/** What `login status` prints. */
export const AccountRecord = z.strictObject({
  logged_in: z.boolean(),
  /** Whether the model provider in use requires a login. */
  login_needed: z.boolean(),
  /** `api_key`, `chatgpt`, `amazon_bedrock`, … */
  type: text,
  /** Masked, unless `--show` was given. */
  email: text,
  plan: text,
  workspace: text,
  /** Whether `CODEX_API_KEY` is set: a turn uses it instead of the stored login. */
  environment_key: z.boolean(),
});

/** The events of a login. */
export const LoginEvent = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("login.browser"), url: z.string() }),
  z.strictObject({ type: z.literal("login.device"), url: z.string(), code: z.string() }),
  z.strictObject({ type: z.literal("login.completed"), method: z.string() }),
  z.strictObject({ type: z.literal("login.failed"), message: z.string(), exit_code: z.int() }),
  z.strictObject({ type: z.literal("logout.completed") }),
]);

/** What `review hook status` prints. */
export const HookRecord = z.strictObject({
  installed: z.boolean(),
  mode: text,
  on_error: text,
  path: z.string(),
  /** What happened to a hook that existed before. */
  chained: z.string(),
  /** Who writes the hooks of the repository: husky, lefthook, simple-git-hooks, pre-commit. */
  manager: text,
  /** Pushes were reviewed before, and are not any more. */
  gone: z.boolean(),
});

/** The link that makes turnpipe a codex, as `shim status` prints it. */
export const ShimRecord = z.strictObject({
  installed: z.boolean(),
  /** The link, or where it would be. */
  path: z.string(),
  target: text,
  /** Whether the first codex on PATH is turnpipe. */
  active: z.boolean(),
  /** The first codex on PATH. */
  first: text,
  /** The codex that the link hands over to. */
  codex: text,
});

/** One check of `doctor`. */
export const DoctorRecord = z.strictObject({
  check: z.enum([
    "config",
    "codex",
    "codex_home",
    "server",
    "codex_config",
    "login",
    "sandbox",
    "git",
    "hook",
    "shim",
    "clock",
  ]),
  /** Only `fail` changes the exit status; `skipped` could not be checked, or need not be. */
  status: z.enum(["ok", "warn", "fail", "skipped"]),
  summary: z.string(),
  /** What to do about it. */
  hint: text,
  /** The cause of a failure, as for exit statuses; null if the check did not fail. */
  cause: text,
  /** What was found; the keys depend on the check. */
  details: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
  ),
});

/** An effective setting, as `config show` prints it. */
export const SettingRecord = z.strictObject({
  key: z.string(),
  value: z.unknown(),
  /** Where it was set; `both` for merged lists. */
  origin: z.enum(["user", "project", "both", "environment"]),
  files: z.array(z.string()),
});

export type ThreadRecord = z.infer<typeof ThreadRecord>;
export type DeletedThread = z.infer<typeof DeletedThread>;
export type ModelRecord = z.infer<typeof ModelRecord>;
export type LimitWindow = z.infer<typeof LimitWindow>;
export type RateLimitsRecord = z.infer<typeof RateLimitsRecord>;
export type AccountRecord = z.infer<typeof AccountRecord>;
export type LoginEvent = z.infer<typeof LoginEvent>;
export type SettingRecord = z.infer<typeof SettingRecord>;
export type DoctorRecord = z.infer<typeof DoctorRecord>;
export type ShimRecord = z.infer<typeof ShimRecord>;
export type HookRecord = z.infer<typeof HookRecord>;
