import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { LoginEvent } from "../../src/dialect/records.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { withIssuer, type Issuer, type IssuerSetup } from "../helpers/account.js";
import type { CliOptions, Finished, Running } from "../helpers/run-cli.js";
import { startCli } from "../helpers/run-in-process.js";

/** A codex of its own whose logins come from an issuer on loopback. */
export interface LoginPlace {
  readonly engine: Engine;
  readonly issuer: Issuer;
  /** Where a program must run to meet both. */
  readonly place: { cwd: string; env: Record<string, string> };
  start(args: readonly string[], options?: CliOptions): Running;
  login(args: readonly string[], options?: CliOptions): Promise<Finished>;
  /** What codex has stored, and who may read it; undefined for nothing. */
  stored(): Promise<{ auth: Record<string, unknown>; mode: string } | undefined>;
}

/** Sets both up, lends them to `use`, and clears everything away on every path. */
export const withLoginPlace = <T>(
  { toml = "", ...setup }: IssuerSetup & { toml?: string },
  use: (place: LoginPlace) => Promise<T>,
): Promise<T> =>
  withIssuer(setup, (issuer) =>
    withEngine({ scenario: "plain", toml: `${issuer.toml}${toml}` }, (engine) => {
      const { cwd, env: own } = placeOf(engine);
      const place = { cwd, env: { ...own, ...issuer.env } };
      const start = (args: readonly string[], options: CliOptions = {}): Running =>
        startCli(["login", ...args], {
          ...options,
          cwd: place.cwd,
          env: { ...place.env, ...options.env },
        });
      return use({
        engine,
        issuer,
        place,
        start,
        login: (args, options) => start(args, options).done,
        stored: () => storedIn(engine.codexHome),
      });
    }),
  );

/** The lines of a login, each of which must be one of its events. */
export const eventsIn = (stdout: string): LoginEvent[] =>
  stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => LoginEvent.parse(JSON.parse(line)));

async function storedIn(codexHome: string) {
  const path = join(codexHome, "auth.json");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const { mode } = await stat(path);
  const auth = JSON.parse(text) as Record<string, unknown>;
  return { auth, mode: (mode & 0o777).toString(8) };
}
