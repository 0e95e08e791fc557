import { loadApiProvider } from "promptfoo";

async function call({ program, workdir }, prompt, config) {
  const provider = await loadApiProvider("openai:codex-sdk", {
    options: {
      config: {
        codex_path_override: program,
        working_dir: workdir,
        inherit_process_env: true,
        ...config,
      },
    },
  });
  const { raw, ...result } = await provider.callApi(prompt);
  return { ...result, raw: raw === undefined ? undefined : JSON.parse(raw) };
}

export const once = (place) => call(place, "Do it.");
export const stream = (place) => call(place, "Do it.", { enable_streaming: true });

export async function session(place) {
  const first = await call(place, "First.");
  return [first, await call(place, "Second.", { thread_id: first.sessionId })];
}
