import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { loadConfig } from "../../config/load.js";

const sample = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/config/${name}`, import.meta.url));

/** What a bad file is told, without the folder it lies in. */
function complaint(name: string): unknown {
  try {
    return loadConfig(sample(name));
  } catch (error) {
    const { kind, message, hint } = error as { kind: string; message: string; hint?: string };
    return { kind, message: message.replace(sample(name), name), hint };
  }
}

test("JSON and YAML files are read", () => {
  expect([loadConfig(sample("good.json")), loadConfig(sample("good.yaml"))]).toEqual([
    { model: "gpt-6-sol", include: ["diff"], fail_on: ["no-change"] },
    { model: "gpt-6-sol", sandbox: "read-only", ephemeral: true },
  ]);
});

test("an unknown key is named, with the key it was most likely meant to be", () => {
  expect(complaint("typo.json")).toEqual({
    kind: "config",
    message: 'typo.json: unknown key "modle"',
    hint: 'did you mean "model"?',
  });
});

test("a bad value is named by file, key and what was expected", () => {
  expect(complaint("bad-value.json")).toEqual({
    kind: "config",
    message:
      'bad-value.json: sandbox: Invalid option: expected one of "read-only"|"workspace-write"|"danger-full-access"',
    hint: undefined,
  });
});

test("a directory to trust is named in full, whatever the run's own directory is", () => {
  expect(complaint("relative-trust.json")).toEqual({
    kind: "config",
    message: "relative-trust.json: trust.0: must be an absolute path",
    hint: undefined,
  });
});

test("a file that is no object is refused", () => {
  expect(complaint("not-an-object.json")).toEqual({
    kind: "config",
    message: "not-an-object.json: Invalid input: expected object, received array",
    hint: undefined,
  });
});

test("a file that cannot be parsed is refused", () => {
  expect(complaint("broken.json")).toMatchObject({ kind: "config", hint: undefined });
});
