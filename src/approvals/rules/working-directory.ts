import { inQuotes } from "./decision.js";
import { namesOf, resolveRoot } from "./path-names.js";
import { toPath } from "./real-path.js";
import { AmbiguousInput } from "./ambiguous-input.js";

/**
 * Refuses a working directory that is outside of the root once links are resolved, or inside of a
 * protected directory below it: in a git directory, git runs programs named in the config there.
 */
export async function refuseOutside(cwd: string, directory: string): Promise<void> {
  const root = await resolveRoot(directory, []);
  const { names, real } = await namesOf(cwd, root);
  const where =
    names.length === 1 ? inQuotes(cwd) : `${inQuotes(cwd)}, really ${inQuotes(toPath(real.full))}`;
  if (names.some(({ inside }) => inside === undefined)) {
    throw new AmbiguousInput(
      `the working directory ${where}, which is not inside of ${inQuotes(directory)}`,
    );
  }
  const at = real.isProtected.indexOf(true, root.real.length);
  if (at < 0) return;
  const place = toPath(real.full.slice(0, at + 1));
  throw new AmbiguousInput(
    `the working directory ${where}, which lies in the protected ${inQuotes(place)}`,
  );
}
