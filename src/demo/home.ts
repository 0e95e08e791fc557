import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The contents of a temporary codex home. */
export interface CodexHome {
  readonly baseUrl: string;
  /** Settings to add or replace: dotted key to the text of a TOML value. */
  readonly config?: Readonly<Record<string, string>> | undefined;
  /** TOML to append verbatim, for tables. */
  readonly extra?: string | undefined;
}

/** Writes a config.toml that points codex at a scripted model and turns off retries. */
export async function writeCodexHome(dir: string, home: CodexHome): Promise<void> {
  const settings = { ...providerSettings(home.baseUrl), ...home.config };
  // Dotted keys only: a setting may then replace one of ours without opening a table twice.
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}\n`);
  await writeFile(join(dir, "config.toml"), `${lines.join("")}${home.extra ?? ""}`);
}

const providerSettings = (baseUrl: string): Record<string, string> => ({
  model: '"gpt-6-sol"',
  model_provider: '"mock"',
  "model_providers.mock.name": '"Scripted model"',
  "model_providers.mock.base_url": JSON.stringify(baseUrl),
  "model_providers.mock.wire_api": '"responses"',
  "model_providers.mock.request_max_retries": "0",
  "model_providers.mock.stream_max_retries": "0",
});
