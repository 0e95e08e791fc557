import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { commandFor } from "../../commands/registry.js";
import { loadConfig } from "../../config/load.js";
import { ApprovalsSection, ConfigFile, ReviewSection } from "../../config/schema.js";
import { blocksOf, DOC_PAGES, shellOf } from "../helpers/doc-pages.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

test.each(DOC_PAGES)("every link of $name leads to a file, and to a heading of it", (page) => {
  const links = Array.from(page.text.matchAll(/\]\(((?!https?:)[^)\s]+)\)/g), ([, to = ""]) => to);
  expect(links.filter((link) => !leadsSomewhere(link, page.name))).toEqual([]);
});

test.each(DOC_PAGES)("every option of turnpipe that $name explains exists", ({ text }) => {
  const places = text.matchAll(/^- `--[^:]*|\bturnpipe [^\n|;`]*/gm);
  const named = Array.from(
    places,
    ([place]) => place.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? [],
  ).flat();
  const unknown = named.filter((option) => !OPTIONS.has(option.replace(/^--(no-)?/, "")));
  expect(unknown).toEqual([]);
});

test("what a shell could execute is executed by a test, or says why not", () => {
  const silent = DOC_PAGES.flatMap(blocksOf).filter(
    (block) => /^(sh|bash|console|shell|)$/.test(block.language) && shellOf(block) === "",
  );
  expect(silent.map(({ place }) => place)).toEqual([]);
});

const CONFIGS = DOC_PAGES.flatMap(blocksOf).filter(({ code }) => code.startsWith("# ~/.config"));

test.each(CONFIGS)("the config file at $place is valid", ({ code }) => {
  const dir = mkdtempSync(join(tmpdir(), "turnpipe-docs-"));
  try {
    const file = join(dir, "config.yaml");
    writeFileSync(file, code);
    expect(Object.keys(loadConfig(file)).length).toBeGreaterThan(0);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test("docs/config.md names every key", () => {
  const text = DOC_PAGES.find(({ name }) => name === "docs/config.md")?.text ?? "";
  const keys = [ConfigFile, ApprovalsSection, ReviewSection].flatMap(({ shape }) =>
    Object.keys(shape),
  );
  expect(keys.filter((key) => !text.includes(`\`${key}\``))).toEqual([]);
});

const BOTH = ["hook", "list", "show", "delete", "status", "limits", "logout"];
const COMMANDS = [
  ...["run", "resume", "review", "threads", "replay", "models", "login", "doctor", "config"],
  ...["approvals", "shim", "schema", "completion"],
];
/** Options of every command line, of exec, and of git behind `approvals explain`. */
const OTHERS = ["help", "version", "oss", "turnpipe-events", "force"];

const LINES = COMMANDS.flatMap((name) => [[name], ...BOTH.map((second) => [name, second])]);
const LOADED = await Promise.all(LINES.map((line) => commandFor(line)));
const OPTIONS: ReadonlySet<string> = new Set([
  ...LOADED.flatMap((command) => Object.keys(command?.flags ?? {})),
  ...OTHERS,
]);

function leadsSomewhere(link: string, from: string): boolean {
  const [path = "", anchor] = link.split("#");
  const file = path === "" ? from : normalize(join(dirname(from), path));
  if (!existsSync(join(ROOT, file))) return false;
  const target = DOC_PAGES.find(({ name }) => name === file);
  return anchor === undefined || target === undefined || headings(target.text).has(anchor);
}

/** The anchors of a page, as GitHub makes them. */
const headings = (text: string): ReadonlySet<string> =>
  new Set(
    Array.from(text.matchAll(/^#+ (.+)$/gm), ([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
