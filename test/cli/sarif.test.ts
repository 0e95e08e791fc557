import { execFile } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { renderSarif } from "../../src/review/formats/sarif.js";
import { withFolder } from "../helpers/play.js";
import { SAMPLES, WARNED } from "../review/sample-reports.js";
import { sarifTool } from "../review/sarif-tool.js";

const run = promisify(execFile);

test("the validator finds what is wrong, and nothing wrong in ours but what we mean to do", async () => {
  const logs = SAMPLES.map(({ name, report }) => ({ name, text: renderSarif(report) }));
  // GitHub refuses a log for one result without a place.
  const text = renderSarif(WARNED).replace(/"locations": \[.*?\n {10}\]/s, '"locations": []');
  const all = await complaints([...logs, { name: "wrong", text }]);
  // It wants an address where the tool is described; there is none that would hold for good.
  const ours = all.filter((complaint) => !complaint.includes(" warning SARIF2005 "));
  expect(ours).toEqual([
    // A finding about a whole file: any line that we named would be made up.
    "failed.sarif warning SARIF2017 runs[0].results[2].locations[0].physicalLocation",
    "wrong.sarif error GH1015 runs[0].results[0]",
    "wrong.sarif error GH1017 runs[0].results[0]",
    "wrong.sarif error GH2012 runs[0].results[0]",
  ]);
});

/** Errors and warnings of the validator on these logs, each with its file and the place in it. */
async function complaints(logs: { name: string; text: string }[]): Promise<string[]> {
  return withFolder(async (dir) => {
    for (const { name, text } of logs) await writeFile(join(dir, `${name}.sarif`), text);
    const { program } = sarifTool();
    // Its package sets this when installed, unless scripts are switched off.
    await chmod(program, 0o755);
    const output = join(dir, "complaints.json");
    const kinds = ["--rule-kind", "Sarif;Ghas", "--level", "Error;Warning"];
    await run(program, ["validate", join(dir, "*.sarif"), "--output", output, ...kinds], {
      env: OFFLINE,
    }).catch((error: unknown) => error);
    return (JSON.parse(await readFile(output, "utf8")) as Log).runs[0].results.map(sentence).sort();
  });
}

// The validator visits the addresses in a log; a proxy that nobody answers keeps it at home.
const OFFLINE = {
  DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1",
  HTTP_PROXY: "http://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
};

interface Complaint {
  ruleId: string;
  level?: string;
  message: { arguments?: string[] };
  locations: [{ physicalLocation: { artifactLocation: { uri: string } } }];
}

interface Log {
  runs: [{ results: Complaint[] }];
}

function sentence({ ruleId, level = "warning", message, locations }: Complaint): string {
  const file = basename(locations[0].physicalLocation.artifactLocation.uri);
  return `${file} ${level} ${ruleId} ${message.arguments?.[0] ?? ""}`;
}
