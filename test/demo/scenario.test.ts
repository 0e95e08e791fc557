import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { demoScenario } from "../../src/demo/catalog.js";
import { DEMO_NAMES } from "../../src/demo/names.js";
import { parseScenario } from "../../src/demo/scenario.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = ["src/demo/scenarios", "fixtures/scenarios"].flatMap((dir) =>
  readdirSync(join(root, dir)).map((name) => join(dir, name)),
);

test.each(files)("%s is a scenario and nothing in it is lost", (file) => {
  const value: unknown = JSON.parse(readFileSync(join(root, file), "utf8"));
  expect(parseScenario(value)).toEqual(value);
});

const say = (part: object) => ({ description: "", responses: [{ say: [part] }] });

test.each([
  ["the scenario", { description: "", responses: [], extra: 1 }],
  ["a stream", { description: "", responses: [{ say: [], extra: 1 }] }],
  ["a failure", { description: "", responses: [{ http: { status: 500, body: "", extra: 1 } }] }],
  ["a text", say({ text: "hi", extra: 1 })],
  ["a command", say({ exec: "ls", extra: 1 })],
  ["an ending", { description: "", responses: [{ say: [], end: { failed: { code: "x" } } }] }],
  ["a mix of two parts", say({ text: "hi", patch: "x" })],
  ["a response that is both", { description: "", responses: [{ say: [], http: {} }] }],
])("refuses what it does not know in %s", (_where, value) => {
  expect(() => parseScenario(value)).toThrow();
});

test("the catalog offers every demo file and knows no other name", () => {
  const stored = files
    .filter((file) => file.startsWith("src"))
    .map((file) => basename(file, ".json"));
  expect([...DEMO_NAMES].sort()).toEqual(stored.sort());
  expect(demoScenario("hello")?.description).toBe("One short answer.");
  expect(demoScenario("nothing-like-it")).toBeUndefined();
});
