import type { Coverage } from "../coverage.js";
import { quoteName } from "../quote.js";
import { counted } from "../../text/counted.js";

/** Describes which files were not reviewed; empty when all were. */
export function coverageLines(coverage: Coverage | null | undefined): string[] {
  if (coverage === null || coverage === undefined) return [];
  const line = (state: "not_shown" | "ignored", words: string): string[] => {
    const count = coverage[state];
    if (count === 0) return [];
    const named = coverage.listed.filter((entry) => entry.state === state).slice(0, MAX_NAMED);
    const names = named.map(({ file, reason }) => `${quoteName(file)} (${reason})`);
    const rest = count - named.length;
    const all = [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
    return [`${counted(count, "file")} ${words}: ${all}`];
  };
  return [
    ...line("not_shown", "not shown to the reviewer"),
    ...line("ignored", "ignored as generated"),
  ];
}

const MAX_NAMED = 10;
