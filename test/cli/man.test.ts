import { execFileSync, spawnSync } from "node:child_process";

import { expect, test } from "vitest";

import { SUMMARIES } from "../../commands/cli/help.js";
import { commandFor } from "../../commands/registry.js";
import { findOnPath } from "../../src/process/find-codex.js";
import { manPages } from "../build/man-pages.js";
import manifest from "../../package.json" with { type: "json" };

const PAGES = await manPages();

test("there is a page for turnpipe and one for each command, and package.json names them", () => {
  const names = ["turnpipe", ...Object.keys(SUMMARIES).map((name) => `turnpipe-${name}`)];
  const files = names.map((name) => `man/${name}.1`).sort();
  expect([
    Object.keys(PAGES)
      .map((name) => `man/${name}`)
      .sort(),
    manifest.man,
  ]).toEqual([files, files]);
});

test.each(Object.keys(SUMMARIES))("the page of %s has every flag of its table", async (name) => {
  const flags = Object.keys((await commandFor([name]))?.flags ?? {});
  const page = PAGES[`turnpipe-${name}.1`] ?? "";
  const spelled = (flag: string): string => `\\fB\\-\\-${flag.replaceAll("-", "\\-")}\\fR`;
  expect(flags.filter((flag) => !page.includes(spelled(flag)))).toEqual([]);
});

test.each(Object.entries(PAGES))(
  "%s is a manual page, in ASCII, without stray requests",
  (...row) => {
    const [name, page] = row;
    const lines = page.trimEnd().split("\n");
    const requests = lines.filter((line) => /^[.']/.test(line));
    const title = name.replace(/\.1$/, "");
    expect({
      head: lines[0]?.replace(/"turnpipe [\d.]+"/, "VERSION"),
      name: lines.slice(3, 5).join("\n").split(" \\- ")[0],
      unknown: requests.filter((line) => !/^\.(?:TH|ad|nh|SH|SS|TP|PP|nf|fi)\b/.test(line)),
      empty: lines.filter((line) => line === ".SH" || line.endsWith("undefined")),
      isAscii: /^[\n -~]*$/.test(page),
    }).toEqual({
      head: `.TH ${title.toUpperCase().replaceAll("-", "\\-")} 1 "" VERSION "turnpipe"`,
      name: `.SH NAME\n${title.replaceAll("-", "\\-")}`,
      unknown: [],
      empty: [],
      isAscii: true,
    });
  },
);

// Where there is no groff, the tests above have checked what they can.
const GROFF = findOnPath("groff", process.env["PATH"], "/").slice(0, 1);

test.each(GROFF)("%s formats every page without a warning", (groff) => {
  const input = Object.values(PAGES).join("");
  const { status, stderr } = spawnSync(groff, ["-man", "-Tutf8", "-ww"], { input });
  const page = execFileSync(groff, ["-man", "-Tutf8", "-P-cbou"], {
    input: PAGES["turnpipe-run.1"],
  });
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
  expect(page.toString()).toContain(
    "       -s, --sandbox MODE\n" +
      "              what commands may touch (read-only, workspace-write,\n" +
      "              danger-full-access)\n",
  );
});
