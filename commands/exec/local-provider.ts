import { withDeadline } from "../../src/async/with-deadline.js";
import { CodexError } from "./codex-error.js";

/** The provider of a thread; a local one has a default model and a check that it runs. */
export interface LocalProvider {
  modelProvider: string | null;
  model: string | null;
  ready?: (stop: AbortSignal) => Promise<void>;
}

interface LocalServer {
  port: number;
  model: string;
  /** What codex prints if it does not answer. */
  notRunning: string;
}

const NO_OLLAMA =
  "Error: OSS setup failed: No running Ollama server detected. Start it with: `ollama serve` (after " +
  "installing). Install instructions: https://github.com/ollama/ollama?tab=readme-ov-file#ollama";

const NO_LM_STUDIO =
  "Error: OSS setup failed: OSS setup failed: LM Studio is not responding. Install from " +
  "https://lmstudio.ai/download and run 'lms server start'.";

const LOCAL_SERVERS: Readonly<Record<string, LocalServer>> = {
  ollama: { port: 11434, model: "gpt-oss:20b", notRunning: NO_OLLAMA },
  lmstudio: { port: 1234, model: "openai/gpt-oss-20b", notRunning: NO_LM_STUDIO },
};

/**
 * The provider that `--oss` selects. Like codex exec we check that it runs: otherwise a turn would
 * wait for a connection that never comes. Unlike codex we do not download models.
 */
export function localProvider(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): LocalProvider {
  const server = LOCAL_SERVERS[name];
  // A provider from the user's config: codex knows its address and models.
  if (server === undefined) return { modelProvider: name, model: null };
  const port = env["CODEX_OSS_PORT"] ?? String(server.port);
  const base = env["CODEX_OSS_BASE_URL"] ?? `http://localhost:${port}/v1`;
  return {
    modelProvider: name,
    model: server.model,
    async ready(stop) {
      const late = new Error("it did not answer in time");
      try {
        await withDeadline({ stop, ms: TIMEOUT_MS, late }, (signal) =>
          fetch(`${base}/models`, { signal }),
        );
      } catch (error) {
        stop.throwIfAborted();
        throw new CodexError("connection", server.notRunning, { cause: error });
      }
    },
  };
}

const TIMEOUT_MS = 5_000;
