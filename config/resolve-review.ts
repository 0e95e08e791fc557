import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative } from "node:path";

import type { ReviewSection } from "./schema.js";

/** The review section of both files together; a project that is not trusted cannot weaken the gate. */
export function resolveReview(
  own: ReviewSection | undefined,
  project: { says: ReviewSection | undefined; trusted: boolean; path: string },
): { settings: ReviewSection | undefined; ignored: string[] } {
  const theirs = project.says;
  if (theirs === undefined) return { settings: own, ignored: [] };
  const keys = Object.keys(theirs) as (keyof ReviewSection)[];
  const ignored = project.trusted ? [] : keys.filter((key) => weakens(key, project, own ?? {}));
  const kept = Object.entries(theirs).filter(([key]) => !(ignored as string[]).includes(key));
  return {
    settings: { ...own, ...(Object.fromEntries(kept) as ReviewSection) },
    ignored: ignored.map((key) => `review.${key}`),
  };
}

function weakens(
  key: keyof ReviewSection,
  { says, path }: { says: ReviewSection | undefined; path: string },
  own: ReviewSection,
): boolean {
  const theirs = says ?? {};
  // A repository may not have files read and sent that are not its own.
  if (key === "instructions_file") return !isInside(dirname(path), theirs.instructions_file ?? "");
  if (key === "fail_on") return rank(theirs.fail_on) < rank(own.fail_on ?? "P1");
  if (key === "on_error") return own.on_error === "closed" && theirs.on_error !== "closed";
  // A format may name a file to write.
  if (key === "format") return (theirs.format ?? []).some((word) => word.includes("="));
  // What is left out is not reviewed.
  return key === "paths";
}

/** By their real names: a link may lead anywhere. */
function isInside(folder: string, file: string): boolean {
  const path = relative(realName(folder), realName(file));
  return !path.startsWith("..") && !isAbsolute(path);
}

function realName(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** How much a gate stops. */
const rank = (failOn: ReviewSection["fail_on"]): number =>
  ["never", "P0", "P1", "P2", "P3"].indexOf(failOn ?? "never");
