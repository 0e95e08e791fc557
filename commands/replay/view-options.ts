import type { QueryOptions } from "../cli/server-options.js";
import type { ServerOptions } from "../../src/session/server-spec.js";

/** How a replay is to be seen; what is not said is as it was. */
export interface ViewOptions extends Pick<QueryOptions, "level"> {
  json: boolean | undefined;
  color: QueryOptions["color"] | undefined;
  rawOutput: boolean;
}

/** The choice of a server where there is none. */
export const NO_SERVER: ServerOptions = {
  codex: undefined,
  config: [],
  enable: [],
  disable: [],
  include: [],
  diffFile: undefined,
};
