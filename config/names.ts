// The names a config file may use in its lists; a test compares them with those the program knows.
export const INCLUDE_NAMES: readonly string[] = [
  ...["deltas", "diff", "plan", "usage", "approvals", "mcp", "hooks", "agents", "raw"],
];
export const TURN_CONDITIONS: readonly string[] = [
  ...["no-change", "declined", "tools-failed", "empty-answer"],
];
export const FORMAT_NAMES: readonly string[] = [
  ...["text", "json", "jsonl", "sarif", "github", "markdown", "codeclimate"],
];
