import type { Settings } from "../cli/settings.js";
import type { CheckResult } from "./check.js";

/** Names turnpipe's config files in use here; their warnings make the check a warning. */
export function configFinding(
  { user, project, ignored }: Settings,
  warnings: readonly string[],
): CheckResult {
  const files = [user?.path, project?.path].flatMap((path) => path ?? []);
  const summary =
    warnings.length > 0
      ? warnings.join("; ")
      : files.length === 0
        ? "no turnpipe config file: all settings at their default"
        : `read ${files.join(" and ")}`;
  return {
    status: warnings.length > 0 ? "warn" : "ok",
    summary,
    hint: ignored.length > 0 ? "see: turnpipe config show --origin" : null,
    details: { user: user?.path ?? null, project: project?.path ?? null, ignored: [...ignored] },
  };
}
