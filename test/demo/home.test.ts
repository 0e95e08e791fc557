import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeCodexHome } from "../../src/demo/home.js";

test("a codex home points at the model, retries nothing, and lets settings replace its own", async () => {
  const dir = await mkdtemp(join(tmpdir(), "turnpipe-test-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  await writeCodexHome(dir, {
    baseUrl: "http://127.0.0.1:1/v1",
    config: { "model_providers.mock.stream_max_retries": "2", "features.x": "true" },
    extra: "[projects]\n",
  });
  expect(await readFile(join(dir, "config.toml"), "utf8")).toBe(
    `model = "gpt-6-sol"
model_provider = "mock"
model_providers.mock.name = "Scripted model"
model_providers.mock.base_url = "http://127.0.0.1:1/v1"
model_providers.mock.wire_api = "responses"
model_providers.mock.request_max_retries = 0
model_providers.mock.stream_max_retries = 2
features.x = true
[projects]
`,
  );
});
