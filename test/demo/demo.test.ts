import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { expect, onTestFinished, test } from "vitest";
import { startDemo } from "../../src/demo/demo.js";

const scenario = {
  description: "",
  config: { "tools.update_plan.enabled": "true", sandbox_mode: '"workspace-write"' },
  files: { "src/a.txt": "one\n" },
  responses: [{ http: { status: 429, body: { at: "{in_an_hour}", dir: "{workdir}" } } }],
};

async function freshDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "turnpipe-test-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

test("a demo is a git repository with the scenario's files, and leaves nothing behind", async () => {
  const dir = await freshDir();
  const demo = await startDemo(scenario, { tmpdir: dir });
  const { stdout } = await execa("git", ["status", "--short", "--branch", "-uall"], {
    cwd: demo.workdir,
    env: { GIT_CONFIG_GLOBAL: "/dev/null" },
  });
  expect(stdout).toBe("## No commits yet on main\n?? src/a.txt");
  expect(demo.configFlags).toEqual([
    "tools.update_plan.enabled=true",
    'sandbox_mode="workspace-write"',
  ]);
  await demo.close();
  expect(await readdir(dir)).toEqual([]);
});

test("a demo's model knows the time and the place", async () => {
  const demo = await startDemo(scenario, { tmpdir: await freshDir(), now: () => 1_000_500 });
  onTestFinished(() => demo.close());
  const config = await readFile(join(demo.codexHome, "config.toml"), "utf8");
  const url = /base_url = "(.*)"/.exec(config)?.[1] ?? "";
  const response = await fetch(`${url}/responses`, { method: "POST", body: "{}" });
  expect(await response.json()).toEqual({ at: 4600, dir: demo.workdir });
});

test("a demo that cannot be set up leaves nothing behind", async () => {
  const dir = await freshDir();
  const broken = { ...scenario, files: { "a.txt": "a file", "a.txt/b.txt": "inside it" } };
  await expect(startDemo(broken, { tmpdir: dir })).rejects.toThrow("file already exists");
  expect(await readdir(dir)).toEqual([]);
});
