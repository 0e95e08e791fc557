import { createHash } from "node:crypto";
import { join, resolve } from "node:path";

import type { ConfigFile } from "../../config/schema.js";
import { codexHome } from "../../src/files/home-directories.js";
import { readRegular } from "../../src/files/bounded-read.js";
import { cacheKey } from "../../src/review/cache.js";
import type { Runtime } from "../../src/context.js";
import { VERSION } from "../../src/version.js";

/**
 * The name of the verdict on a diff: another model, other instructions or another turnpipe is another.
 * `instructions` are those of the base of the change, where it is that which has them.
 */
export function reviewCacheKey(
  diff: string,
  settings: ConfigFile,
  { env, cwd }: Pick<Runtime, "env" | "cwd">,
  instructions?: string,
): string {
  const { instructions_file: file, paths = [], fail_on: failOn = "P1" } = settings.review ?? {};
  // A model that nobody named here is named there.
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

/** Counts up when the reviewer is told something else about the same diff. */
const PROMPT_REVISION = 2;

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

function contentOf(path: string): string {
  try {
    return readRegular(path, MAX_BYTES).toString("utf8");
  } catch {
    return "";
  }
}

/** More than instructions, or a config file, may have. */
const MAX_BYTES = 16 * 1024 * 1024;
