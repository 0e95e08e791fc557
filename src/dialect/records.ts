import * as z from "zod";

/**
 * What the commands around the turn print with `--json`, one record a line. Times are ISO 8601, UTC.
 * Strings that the server may extend stay open.
 */
const time = z.iso.datetime();
const text = z.string().nullable();

/** A stored thread. */
export const ThreadRecord = z.strictObject({
  id: z.string(),
  name: text,
  /** The beginning of its first prompt. */
  preview: z.string(),
  /** Where its last turn ran. */
  cwd: text,
  model: text,
  model_provider: text,
  effort: text,
  /** The kind of program that made it. */
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

/** What `threads delete` leaves of a thread. */
export const DeletedThread = z.strictObject({ id: z.string(), deleted: z.literal(true) });

/** A model the server offers. */
export const ModelRecord = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  default: z.boolean(),
  /** Not shown in menus; it can still be asked for. */
  hidden: z.boolean(),
  efforts: z.array(z.string()),
  default_effort: text,
  input_modalities: z.array(z.string()),
  service_tiers: z.array(z.string()),
  /** The model that is to take its place. */
  upgrade: text,
});

const LimitWindow = z.strictObject({
  used_percent: z.number(),
  remaining_percent: z.number(),
  window_minutes: z.int().nullable(),
  resets_at: time.nullable(),
});

/** How much of an account's allowance is used. */
export const RateLimits = z.strictObject({
  limit_id: text,
  name: text,
  plan: text,
  primary: LimitWindow.nullable(),
  secondary: LimitWindow.nullable(),
  credits: z
    .strictObject({ has_credits: z.boolean(), unlimited: z.boolean(), balance: text })
    .nullable(),
  /** The limit that is used up, as the server names it. */
  reached: text,
});

/** What `login status` knows. */
export const AccountRecord = z.strictObject({
  logged_in: z.boolean(),
  /** Whether the model provider in use asks for a login at all. */
  login_needed: z.boolean(),
  /** `api_key`, `chatgpt`, `amazon_bedrock`, … */
  type: text,
  /** Masked, unless `--show` was given. */
  email: text,
  plan: text,
  workspace: text,
  /** Whether `CODEX_API_KEY` is set: a turn uses it in the place of the stored login. */
  environment_key: z.boolean(),
});

/** What a login says while it goes on. */
export const LoginEvent = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("login.browser"), url: z.string() }),
  z.strictObject({ type: z.literal("login.device"), url: z.string(), code: z.string() }),
  z.strictObject({ type: z.literal("login.completed"), method: z.string() }),
  z.strictObject({ type: z.literal("login.failed"), message: z.string(), exit_code: z.int() }),
  z.strictObject({ type: z.literal("logout.completed") }),
]);

/** What `review hook status` knows. */
export const HookRecord = z.strictObject({
  installed: z.boolean(),
  mode: text,
  on_error: text,
  path: z.string(),
  /** What became of a hook that was there before. */
  chained: z.string(),
});

/** One thing that `doctor` looked at. */
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
    "clock",
  ]),
  /** Only `fail` changes the exit status; `skipped` could not be looked at, or need not be. */
  status: z.enum(["ok", "warn", "fail", "skipped"]),
  summary: z.string(),
  /** What to do about it. */
  hint: text,
  /** Why it fails, in the words of the exit statuses; null for all else. */
  cause: text,
  /** What was found, by names that depend on the check. */
  details: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
  ),
});

/** A setting in force, as `config show` tells it. */
export const SettingRecord = z.strictObject({
  key: z.string(),
  value: z.unknown(),
  /** Who said so; `both` for lists that are put together. */
  origin: z.enum(["user", "project", "both", "environment"]),
  files: z.array(z.string()),
});

export type ThreadRecord = z.infer<typeof ThreadRecord>;
export type DeletedThread = z.infer<typeof DeletedThread>;
export type ModelRecord = z.infer<typeof ModelRecord>;
export type LimitWindow = z.infer<typeof LimitWindow>;
export type RateLimits = z.infer<typeof RateLimits>;
export type AccountRecord = z.infer<typeof AccountRecord>;
export type LoginEvent = z.infer<typeof LoginEvent>;
export type SettingRecord = z.infer<typeof SettingRecord>;
export type DoctorRecord = z.infer<typeof DoctorRecord>;
export type HookRecord = z.infer<typeof HookRecord>;
