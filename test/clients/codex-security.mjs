import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Runs `codex-security validate`; gives its exit status and what it printed. */
async function run({ workdir, folder, bin }, args) {
  const cli = join(folder, "node_modules/@openai/codex-security/bin/codex-security.mjs");
  const env = {
    ...process.env,
    CODEX_CLI_PATH: join(bin, "codex"),
    CODEX_SECURITY_NO_UPDATE_NOTICE: "1",
    OPENAI_API_KEY: "test-key",
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [cli, "validate", ...args, "Possible SQL injection"],
      { cwd: workdir, env },
      (error, stdout, stderr) => resolve({ status: error?.code ?? 0, stdout, stderr }),
    ).stdin.end();
  });
}

export const validate = (place) => run(place, []);

export async function schema(place) {
  const path = join(place.dir, "schema.json");
  const object = { type: "object", properties: { answer: { type: "string" } } };
  await writeFile(path, JSON.stringify({ ...object, required: ["answer"] }));
  return run(place, ["--output-schema", path]);
}
