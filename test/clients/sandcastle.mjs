import { join } from "node:path";

import { codex, run } from "@ai-hero/sandcastle";
import { noSandbox } from "@ai-hero/sandcastle/sandboxes/no-sandbox";

const start = ({ workdir, codexHome }) =>
  run({
    agent: codex("gpt-6-sol", {
      sessionStorage: { hostSessionsDir: join(codexHome, "sessions") },
    }),
    sandbox: noSandbox(),
    cwd: workdir,
    prompt: "First.",
  });

const told = ({ iterations, stdout, commits, branch }) => ({ iterations, stdout, commits, branch });

export const once = async (place) => told(await start(place));

export async function session(place) {
  const first = await start(place);
  const second = await first.resume("Second.");
  const fork = await first.fork("Another.");
  return [first, second, fork].map(told);
}
