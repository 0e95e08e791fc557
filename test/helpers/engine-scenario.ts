import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fillIn } from "../../src/demo/placeholders.js";
import { parseScenario, type Scenario } from "../../src/demo/scenario.js";

/** Where the fixtures are. */
export const FIXTURES = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** fixtures/bin/mcp-server.mjs as one file, made by `npm run build`: it starts twice as fast. */
export const MCP_SERVER = fileURLToPath(
  new URL("../../node_modules/.cache/turnpipe/mcp-server.mjs", import.meta.url),
);

/** A scenario, or the one of that name in fixtures/scenarios, with its `{places}` filled in. */
export async function engineScenario(
  scenario: Scenario | string,
  { workdir }: { readonly workdir: string },
): Promise<Scenario> {
  const raw = typeof scenario === "string" ? await readScenario(scenario) : scenario;
  return fillIn(raw, { workdir, fixtures: FIXTURES, mcp_server: MCP_SERVER });
}

async function readScenario(name: string): Promise<Scenario> {
  const text = await readFile(join(FIXTURES, "scenarios", `${name}.json`), "utf8");
  return parseScenario(JSON.parse(text));
}
