import { RunContext } from "@openai/agents";
import { codexTool } from "@openai/agents-extensions/experimental/codex";

async function call({ program, workdir }, prompts) {
  const events = [];
  const tool = codexTool({
    codexOptions: { codexPathOverride: program },
    workingDirectory: workdir,
    sandboxMode: "workspace-write",
    persistSession: true,
    onStream: ({ event, threadId }) => void events.push({ event, threadId }),
  });
  const context = new RunContext();
  const results = [];
  for (const text of prompts) {
    const input = { inputs: [{ type: "text", text }], threadId: null };
    results.push(await tool.invoke(context, JSON.stringify(input)));
  }
  return { results, events, usage: context.usage };
}

export const tool = (place) => call(place, ["Do it."]);
export const session = (place) => call(place, ["First.", "Second."]);
