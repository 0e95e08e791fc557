import { isDeepStrictEqual } from "node:util";

import type { Check, Client } from "./clients.js";
import { differences } from "./differences.js";
import { installClient, runClient, type Given } from "./run-client.js";

/** A line of the matrix. */
export interface Row {
  readonly client: string;
  readonly version: string;
  readonly check: string;
  readonly codex: "works" | "fails";
  readonly turnpipe: "works" | "fails";
  readonly same: boolean;
  /** It differs in nothing but what the check says. */
  readonly expected: boolean;
  /** In what turnpipe differs, and what failed. */
  readonly found: readonly string[];
  readonly seconds: number;
}

/** Runs a check of a client on codex and on turnpipe, and compares what the client gave. */
export async function compareCheck(client: Client, check: Check): Promise<Row> {
  const installed = await installClient(client);
  const started = Date.now();
  const [theirs, ours] = await Promise.all([
    runClient(installed, check, "codex"),
    runClient(installed, check, "turnpipe"),
  ]);
  const differ = differences(outcome(theirs), outcome(ours));
  const broken = theirs.works ? [] : [`codex has no ${check.has}: ${JSON.stringify(theirs)}`];
  const found = [...broken, ...differ];
  return {
    client: client.name,
    version: client.version,
    check: check.name,
    codex: theirs.works ? "works" : "fails",
    turnpipe: ours.works ? "works" : "fails",
    same: found.length === 0,
    expected: isDeepStrictEqual(found, check.differs ?? []),
    found,
    seconds: Math.round((Date.now() - started) / 100) / 10,
  };
}

const outcome = ({ value, asked }: Given) => ({ value, asked });
