import { dirname } from "node:path";

import { isTurnpipe } from "../process/program-name.js";
import type { ShimContext } from "./directory.js";
import { placeOnPath } from "./directory.js";
import { shimState } from "./link.js";

/** The link of a directory, and whether a shell would start it. */
export interface ShimStatus {
  installed: boolean;
  /** The link, or where it would be. */
  path: string;
  target: string | null;
  /** Whether the first codex on PATH is turnpipe. */
  active: boolean;
  /** The first codex on PATH. */
  first: string | null;
  /** What to do so that the link is used; null if nothing. */
  advice: string | null;
}

/** Tells whether `codex` is turnpipe. */
export function shimStatus(dir: string, context: ShimContext): ShimStatus {
  const state = shimState(dir);
  const { onPath, first } = placeOnPath(dir, context);
  const active = first !== null && isTurnpipe(first);
  const status = { installed: state.kind === "own", path: state.path, active, first };
  if (state.kind !== "own") return { ...status, target: null, advice: null };
  const advice = state.works
    ? active
      ? null
      : adviceFor(dirname(state.path), { onPath, first })
    : "it leads nowhere; make it again: turnpipe shim install";
  return { ...status, target: state.target, advice };
}

function adviceFor(
  dir: string,
  { onPath, first }: { onPath: boolean; first: string | null },
): string {
  const line = `export PATH="${dir}:$PATH"`;
  if (!onPath) return `${dir} is not on PATH; in your shell's profile: ${line}`;
  return `${first ?? "another codex"} comes before it on PATH; in your shell's profile: ${line}`;
}
