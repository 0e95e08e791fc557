import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";

import { Codex } from "@openai/codex-sdk";
import { expect, test } from "vitest";

import { withEngine } from "../helpers/engine.js";
import { runCli } from "../helpers/run-in-process.js";

test("a client that finds `codex` on PATH gets turnpipe, which finds the real one behind it", async () => {
  await withEngine({ scenario: "plain" }, async (engine) => {
    const bin = join(engine.dir, "bin");
    await mkdir(bin);
    const shim = await runCli(["shim", "install", "--dir", bin], { env: { HOME: engine.dir } });
    const env = { ...engine.env, XDG_CONFIG_HOME: "/nowhere" };
    const PATH = [bin, dirname(engine.codexPath), engine.env["PATH"]].join(":");
    const turn = (more: Record<string, string>) =>
      new Codex({ codexPathOverride: "codex", env: { ...env, PATH, ...more } })
        .startThread({ workingDirectory: engine.workdir })
        .run("Do it.");
    const { finalResponse } = await turn({});
    const failed = await turn({ TURNPIPE_CODEX: join(bin, "codex") }).catch(String);
    expect({ exit: shim.exit, finalResponse, failed }).toEqual({
      exit: 0,
      finalResponse: "Hello from the script.",
      failed: expect.stringContaining("is turnpipe itself") as string,
    });
  });
});
