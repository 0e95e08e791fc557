import { demoScenario } from "../../src/demo/catalog.js";
import { startDemo } from "../../src/demo/demo.js";
import { DEMO_NAMES } from "../../src/demo/names.js";
import { CliError } from "../../src/outcome/errors.js";
import type { RunContext } from "../../src/context.js";
import type { TurnOptions } from "./options.js";

/** Runs a turn on a scripted model, in a temporary codex home and repository. */
export async function withDemo(
  name: string,
  options: TurnOptions,
  runContext: RunContext,
  use: (options: TurnOptions, runContext: RunContext) => Promise<number>,
): Promise<number> {
  const scenario = demoScenario(name);
  if (scenario === undefined) {
    throw new CliError("usage", `--demo ${name}: expected ${DEMO_NAMES.join(", ")}`);
  }
  const demo = await startDemo(scenario, { tmpdir: runContext.tmpdir });
  try {
    return await use(
      {
        ...options,
        prompt: { ...options.prompt, argument: options.prompt.argument ?? defaultPrompt(options) },
        config: [...demo.configFlags, ...options.config],
        cd: options.cd ?? demo.workdir,
        sandbox: options.sandbox ?? "workspace-write",
      },
      {
        ...runContext,
        env: { ...runContext.env, CODEX_HOME: demo.codexHome, CODEX_API_KEY: undefined },
      },
    );
  } finally {
    await demo.close();
  }
}

/** The scripted model ignores the prompt, so a demo needs none. */
const defaultPrompt = ({ prompt }: TurnOptions): string | undefined =>
  prompt.file === undefined && prompt.stdin !== true ? "Show me what you can do." : undefined;
