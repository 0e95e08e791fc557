import { CliError } from "../../src/outcome/errors.js";
import { until } from "../../src/output/ago.js";
import { localTime } from "../../src/output/quantity.js";
import { parsePercent } from "../cli/percent.js";
import type { RateLimitsRecord } from "../../src/dialect/records.js";
import type { RunContext } from "../../src/context.js";
import { loginLimits } from "../../src/session/login.js";
import { quotaError } from "../../src/session/quota.js";
import { limitsRecord, remainingQuota } from "../../src/translate/limits-record.js";
import type { ParsedArguments } from "../cli/parse.js";
import { queryOptions } from "../cli/server-options.js";
import type { QueryContext } from "../cli/with-server.js";
import { withServer } from "../cli/with-server.js";
import { limitsTable } from "./limits-table.js";

/** `turnpipe login limits`: prints how much of the account's limits is used. */
export async function limits(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const options = { ...(await queryOptions(argv, runContext)), storedLogin: true };
  const wanted = argv["min-remaining"] as string | undefined;
  const atLeast = wanted === undefined ? undefined : parsePercent("--min-remaining", wanted);
  return withServer(options, runContext, async (context) => {
    const [own, ...others] = (await loginLimits(context.server)).map(limitsRecord);
    const known = [own, ...others].flatMap((limit) => limit ?? []);
    if (options.json) for (const limit of known) await context.stdout.record(limit);
    else await context.stdout.text(limitsTable(known, { ...context, now: Date.now() }));
    for (const { reached } of known) if (reached !== null) context.say(`used up: ${reached}`);
    if (known.length === 0) context.say("the server reports no limits");
    if (atLeast !== undefined) requireRemaining(own ?? null, atLeast, context);
    return 0;
  });
}

/** Checks --min-remaining against the account's own limit, not the separately metered ones. */
function requireRemaining(
  own: RateLimitsRecord | null,
  atLeast: number,
  { notes }: QueryContext,
): void {
  const left = own === null ? null : remainingQuota(own);
  if (left === null) {
    notes.warn("--min-remaining cannot be checked: the server reports no limits");
    return;
  }
  if (left.percent >= atLeast) return;
  const { kind, message, resetsAt } = quotaError(left, atLeast);
  const hint =
    resetsAt === null
      ? undefined
      : `it resets ${until(resetsAt, Date.now())}: ${localTime(resetsAt)} (${resetsAt})`;
  throw new CliError(kind, message, { hint, resetsAt });
}
