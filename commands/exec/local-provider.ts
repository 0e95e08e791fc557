import { CliError } from "../../src/errors.js";

/** A local provider, and the model it has when none is named. */
export interface LocalProvider {
  modelProvider: string;
  model: string | null;
}

interface Known {
  port: number;
  model: string;
  start: string;
}

const KNOWN: Readonly<Record<string, Known>> = {
  ollama: { port: 11434, model: "gpt-oss:20b", start: "ollama serve" },
  lmstudio: { port: 1234, model: "openai/gpt-oss-20b", start: "lms server start" },
};

/**
 * The provider `--oss` stands for. codex exec looks whether it runs, and so do we: without it a turn
 * would wait for a network that never comes. Unlike codex we do not download models.
 */
export async function localProvider(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  stop: AbortSignal,
): Promise<LocalProvider> {
  const known = KNOWN[name];
  // A provider of the user's own config: codex knows where it is and what it has.
  if (known === undefined) return { modelProvider: name, model: null };
  const base =
    env["CODEX_OSS_BASE_URL"] ??
    `http://localhost:${env["CODEX_OSS_PORT"] ?? String(known.port)}/v1`;
  try {
    await fetch(`${base}/models`, {
      signal: AbortSignal.any([stop, AbortSignal.timeout(PATIENCE_MS)]),
    });
  } catch (error) {
    stop.throwIfAborted();
    throw new CliError("connection", `no ${name} server answers at ${base}`, {
      hint: `start it with: ${known.start}`,
      cause: error,
    });
  }
  return { modelProvider: name, model: known.model };
}

const PATIENCE_MS = 5_000;
