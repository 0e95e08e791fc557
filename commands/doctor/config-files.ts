import type { Settings } from "../cli/settings.js";
import type { Finding } from "./check.js";

/** The config files of turnpipe that count here; what they warn of is a warning. */
export function configFinding(
  { user, project, ignored }: Settings,
  warnings: readonly string[],
): Finding {
  const files = [user?.path, project?.path].flatMap((path) => path ?? []);
  const summary =
    warnings.length > 0
      ? warnings.join("; ")
      : files.length === 0
        ? "no config file of turnpipe: everything at its default"
        : `read ${files.join(" and ")}`;
  return {
    status: warnings.length > 0 ? "warn" : "ok",
    summary,
    hint: ignored.length > 0 ? "see: turnpipe config show --origin" : null,
    details: { user: user?.path ?? null, project: project?.path ?? null, ignored: [...ignored] },
  };
}
