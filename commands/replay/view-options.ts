import type { QueryOptions } from "../cli/server-options.js";
import type { ServerOptions } from "../../src/session/server-spec.js";

/** The output options of a replay; undefined means as recorded. */
export interface ViewOptions extends Pick<QueryOptions, "level"> {
  json: boolean | undefined;
  color: QueryOptions["color"] | undefined;
  rawOutput: boolean;
}

/** Server options for a replay, which starts no server. */
export const NO_SERVER: ServerOptions = {
  codex: undefined,
  config: [],
  enable: [],
  disable: [],
  include: [],
  diffFile: undefined,
};
