import * as z from "zod";

import { ThreadEvent } from "../../src/dialect/events.js";

/** What is wrong with a printed line by our own schema; nothing is wrong with a good one. */
export function offences(line: string): string[] {
  const parsed = ThreadEvent.safeParse(JSON.parse(line));
  return parsed.success ? [] : [`${line.slice(0, 200)}\n${z.prettifyError(parsed.error)}`];
}
