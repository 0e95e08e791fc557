import { join } from "node:path";

import { baseAttributes } from "./base-attributes.js";
import type { Change } from "./change.js";
import { type ChangedFile, changedFiles } from "./changed-files.js";
import { type Content, readBlobs, readOnDisk } from "./contents.js";
import { type Claim, claimOfPath, contentAgrees } from "./generated.js";
import type { Git } from "./git.js";
import { isTextLike } from "./text-likeness.js";

/** A changed file, and how far a reviewer that runs `git diff` gets to see it. */
export interface SurveyedFile {
  path: string;
  /**
   * `ignored`: generated before the change and after it, so its style is nobody's. `not_shown`: git
   * shows no text of it.
   */
  state: "reviewed" | "ignored" | "not_shown";
  /** Why the state is what it is; null for a file there is nothing to say about. */
  reason: Reason | null;
}

/** For a reviewed file: it claims to be generated or binary, and the claim is not believed. */
type Reason =
  | Claim
  | ("binary" | "large" | "submodule" | "unreadable")
  | ("new_file" | "content_differs" | "text_shown_as_binary");

/**
 * Decides for each file of a change what a reviewer is told about it. That a file is generated is believed
 * only if the base had it already, said so by name or attribute, and the content agrees on both sides;
 * that it is binary, only if its content is. What is not certain is reviewed.
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
  const isAsked = (file: ChangedFile, at: number) => file.isBinary || claims[at] !== undefined;
  const asked = files.filter(isAsked);
  const ids = asked.flatMap(({ oldId, newId }) => [oldId, tip === null ? undefined : newId]);
  const blobs = readBlobs(
    git,
    ids.filter((id) => id !== undefined),
  );
  const contentOf = (id: string | undefined) => (id === undefined ? undefined : blobs.get(id));
  const surveyed = files.map((file, at): SurveyedFile => {
    const sides: Sides = {
      before: contentOf(file.oldId),
      // What is not committed is in no object yet.
      after:
        tip !== null ? contentOf(file.newId) : isAsked(file, at) ? onDisk(root, file) : undefined,
    };
    // Where the attributes cannot be read, nobody knows what the base denies.
    const denied = marks === undefined || marks.get(file.path) === false;
    return { path: file.path, ...stateOf(file, sides, claims[at], denied) };
  });
  return bounded(surveyed);
}

interface Sides {
  before: Content;
  after: Content;
}

type State = Omit<SurveyedFile, "path">;

const onDisk = (root: string, { path, status }: ChangedFile): Content =>
  status === "deleted" ? undefined : readOnDisk(join(root, path));

function stateOf(
  file: ChangedFile,
  sides: Sides,
  claim: Claim | undefined,
  denied: boolean,
): State {
  if (file.mode === "160000") return { state: "not_shown", reason: "submodule" };
  if (file.isBinary) return binaryState(file.status === "deleted" ? sides.before : sides.after);
  if (claim === undefined || file.status === "deleted") return { state: "reviewed", reason: null };
  if (file.status !== "modified") return { state: "reviewed", reason: "new_file" };
  const agrees = [sides.before, sides.after].every(
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

/** A reviewer is told to pass over no more files than can be named to it. */
function bounded(files: readonly SurveyedFile[]): SurveyedFile[] {
  let room = MOST_IGNORED;
  return files.map((file) =>
    file.state === "ignored" && room-- <= 0 ? { ...file, state: "reviewed" } : file,
  );
}

const MOST_IGNORED = 100;
