import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { ServerOptions } from "../../src/session/server-spec.js";
import { serverSpec, wantedBy } from "../../src/session/server-spec.js";
import { CliError } from "../../src/outcome/errors.js";
import { initializeLine } from "../../src/protocol/initialize.js";
import { ownFolder } from "../commands/world.js";

const CHOICE: ServerOptions = {
  codex: undefined,
  config: [],
  enable: [],
  disable: [],
  include: [],
  diffFile: undefined,
};

/** A folder with three programs: one to name, one for the environment, one on PATH. */
function place() {
  const cwd = ownFolder();
  mkdirSync(join(cwd, "bin"));
  for (const name of ["named", "from-env", "bin/codex"]) {
    writeFileSync(join(cwd, name), "", { mode: 0o755 });
  }
  return { cwd, env: { PATH: join(cwd, "bin"), TURNPIPE_CODEX: "./from-env", OTHER: "1" } };
}

test("a server is codex with our settings in front of its features, in our place and environment", () => {
  const world = place();
  const choice = { ...CHOICE, config: ["a=1", "b=2"], enable: ["x"], disable: ["y", "z"] };
  expect(serverSpec(choice, world)).toEqual({
    file: join(world.cwd, "from-env"),
    args: [
      "app-server",
      "-c",
      "a=1",
      "-c",
      "b=2",
      "--enable",
      "x",
      "--disable",
      "y",
      "--disable",
      "z",
    ],
    cwd: world.cwd,
    env: world.env,
    initialInput: initializeLine({ deltas: false, diff: false, mcp: false, raw: false }),
  });
});

test("a server can run in another place, and is found from ours", () => {
  const world = place();
  const choice = { ...CHOICE, codex: "./named", cd: "bin" };
  const { file, cwd } = serverSpec(choice, world);
  expect({ file, cwd }).toEqual({ file: join(world.cwd, "named"), cwd: join(world.cwd, "bin") });
});

describe("which codex", () => {
  test("a named one wins over the environment, and that over PATH", () => {
    const { cwd, env } = place();
    const files = [
      serverSpec({ ...CHOICE, codex: "./named" }, { cwd, env }),
      serverSpec(CHOICE, { cwd, env }),
      serverSpec(CHOICE, { cwd, env: { ...env, TURNPIPE_CODEX: "" } }),
      serverSpec(CHOICE, { cwd, env: { PATH: env.PATH } }),
    ].map(({ file }) => file);
    expect(files).toEqual(
      ["named", "from-env", "bin/codex", "bin/codex"].map((name) => join(cwd, name)),
    );
  });

  test("a named one that is not there is missing", () => {
    const { cwd, env } = place();
    expect(() => serverSpec({ ...CHOICE, codex: "./none" }, { cwd, env })).toThrow(CliError);
    expect(() => serverSpec(CHOICE, { cwd, env: { ...env, TURNPIPE_CODEX: "./none" } })).toThrow(
      CliError,
    );
  });
});

describe("the notifications that are subscribed to", () => {
  const NONE = { messageDeltas: false, deltas: false, diff: false, mcp: false, raw: false };
  test.each([
    [[], undefined, {}],
    [["deltas", "mcp"], undefined, { deltas: true, mcp: true }],
    [["diff"], undefined, { diff: true }],
    [[], "d.diff", { diff: true }],
    [["raw"], undefined, { raw: true }],
    [["plan", "usage", "approvals"], undefined, {}],
  ])("with %j and the diff file %j", (include, diffFile, wanted) => {
    expect(wantedBy({ include, diffFile })).toEqual({ ...NONE, ...wanted });
  });
});
