import type { AskingOptions } from "../cli/server-options.js";
import type { ServerChoice } from "../../src/session/server-spec.js";

/** How a replay is to be seen; what is not said is as it was. */
export interface View extends Pick<AskingOptions, "level"> {
  json: boolean | undefined;
  color: AskingOptions["color"] | undefined;
  rawOutput: boolean;
}

/** The choice of a server where there is none. */
export const NO_SERVER: ServerChoice = {
  codex: undefined,
  config: [],
  enable: [],
  disable: [],
  include: [],
  diffFile: undefined,
};
