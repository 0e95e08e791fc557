import { join } from "node:path";

import { baseAttributes } from "./base-attributes.js";
import type { Change } from "./change.js";
import { type ChangedFile, changedFiles } from "./changed-files.js";
import { type Content, readBlobs, readOnDisk } from "./contents.js";
import { type Claim, claimOfPath, contentAgrees } from "./generated.js";
import type { Git } from "./git.js";
import { isTextLike } from "./text-likeness.js";

/** A changed file, and whether a reviewer that runs `git diff` sees its content. */
export interface SurveyedFile {
  path: string;
  /**
   * `ignored`: generated before the change and after it, so the reviewer is told to ignore its style.
   * `not_shown`: git shows no text of it.
   */
  state: "reviewed" | "ignored" | "not_shown";
  /** Why it has this state; null for an ordinary reviewed file. */
  reason: Reason | null;
}

/** For a reviewed file: it claims to be generated or binary, and the claim was not confirmed. */
type Reason =
  | Claim
  | ("binary" | "large" | "submodule" | "unreadable")
  | ("new_file" | "content_differs" | "text_shown_as_binary");

/**
 * Classifies each file of a change. A file counts as generated only if it was in the base, its name or
 * the base's attributes say so, and the content on both sides confirms it; as binary, only if its
 * content is. Everything uncertain is reviewed.
 */
export function surveyFiles(
  git: Git,
  root: string,
  { base, tip, diff }: Pick<Change, "base" | "tip" | "diff">,
): SurveyedFile[] {
  const files = changedFiles(diff);
  const marks = baseAttributes(
    git,
    base,
    files.filter(({ status }) => status === "modified").map(({ path }) => path),
  );
  const claims = files.map(({ path }) => (marks?.get(path) ? "attribute" : claimOfPath(path)));
  const needsContent = (file: ChangedFile, at: number) => file.isBinary || claims[at] !== undefined;
  const needing = files.filter(needsContent);
  const ids = needing.flatMap(({ oldId, newId }) => [oldId, tip === null ? undefined : newId]);
  const blobs = readBlobs(
    git,
    ids.filter((id) => id !== undefined),
  );
  const contentOf = (id: string | undefined) => (id === undefined ? undefined : blobs.get(id));
  const surveyed = files.map((file, at): SurveyedFile => {
    const contents: Contents = {
      before: contentOf(file.oldId),
      // Uncommitted content has no object yet.
      after:
        tip !== null
          ? contentOf(file.newId)
          : needsContent(file, at)
            ? onDisk(root, file)
            : undefined,
    };
    // If the attributes cannot be read, the base may deny the claim.
    const denied = marks === undefined || marks.get(file.path) === false;
    return { path: file.path, ...stateOf(file, contents, claims[at], denied) };
  });
  return capIgnored(surveyed);
}

interface Contents {
  before: Content;
  after: Content;
}

type State = Omit<SurveyedFile, "path">;

const onDisk = (root: string, { path, status }: ChangedFile): Content =>
  status === "deleted" ? undefined : readOnDisk(join(root, path));

function stateOf(
  file: ChangedFile,
  contents: Contents,
  claim: Claim | undefined,
  denied: boolean,
): State {
  if (file.mode === "160000") return { state: "not_shown", reason: "submodule" };
  if (file.isBinary)
    return binaryState(file.status === "deleted" ? contents.before : contents.after);
  if (claim === undefined || file.status === "deleted") return { state: "reviewed", reason: null };
  if (file.status !== "modified") return { state: "reviewed", reason: "new_file" };
  const agrees = [contents.before, contents.after].every(
    (content) => typeof content === "object" && contentAgrees(claim, file.path, content),
  );
  if (!agrees || denied || !file.mode.startsWith("100"))
    return { state: "reviewed", reason: "content_differs" };
  return { state: "ignored", reason: claim };
}

function binaryState(content: Content): State {
  if (content === "large") return { state: "not_shown", reason: "large" };
  if (content === undefined) return { state: "not_shown", reason: "unreadable" };
  return isTextLike(content)
    ? { state: "reviewed", reason: "text_shown_as_binary" }
    : { state: "not_shown", reason: "binary" };
}

/** Limits the ignored files to as many as the prompt can list; the others are reviewed. */
function capIgnored(files: readonly SurveyedFile[]): SurveyedFile[] {
  let remaining = MAX_IGNORED;
  return files.map((file) =>
    file.state === "ignored" && remaining-- <= 0 ? { ...file, state: "reviewed" } : file,
  );
}

const MAX_IGNORED = 100;
