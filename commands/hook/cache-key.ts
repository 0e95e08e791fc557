import { createHash } from "node:crypto";
import { join, resolve } from "node:path";

import type { ConfigFile } from "../../config/schema.js";
import { codexHome } from "../../src/files/home-directories.js";
import { readRegular } from "../../src/files/bounded-read.js";
import { cacheKey } from "../../src/review/cache.js";
import type { RunContext } from "../../src/context.js";
import { VERSION } from "../../src/version.js";

/**
 * The cache key of a review: a different diff, model, instructions or turnpipe version gives another.
 * `instructions` are those at the base of the change, if they are inside the repository.
 */
export function reviewCacheKey(
  diff: string,
  settings: ConfigFile,
  { env, cwd }: Pick<RunContext, "env" | "cwd">,
  instructions?: string,
): string {
  const { instructions_file: file, paths = [], fail_on: failOn = "P1" } = settings.review ?? {};
  // Without a model in our settings, codex's config chooses it.
  const home = codexHome({ env, cwd });
  const codexConfig = digestOf(contentOf(join(home, "config.toml")));
  return cacheKey({
    digest: digestOf(diff),
    rubric: JSON.stringify([
      PROMPT_REVISION,
      paths,
      instructions ?? (file === undefined ? "" : contentOf(resolve(cwd, file))),
    ]),
    model: `${settings.model ?? ""} ${JSON.stringify(settings.config ?? [])} ${codexConfig}`,
    effort: settings.effort ?? "",
    failOn,
    version: VERSION,
  });
}

/** Increase it when the reviewer's prompt for the same diff changes. */
const PROMPT_REVISION = 2;

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

function contentOf(path: string): string {
  try {
    return readRegular(path, MAX_BYTES).toString("utf8");
  } catch {
    return "";
  }
}

/** More than instructions or a config file may have. */
const MAX_BYTES = 16 * 1024 * 1024;
