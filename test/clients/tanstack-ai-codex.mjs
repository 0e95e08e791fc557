import { chat } from "@tanstack/ai";
import { codexText } from "@tanstack/ai-codex";
import { defineSandbox, withSandbox } from "@tanstack/ai-sandbox";
import { localProcessSandbox } from "@tanstack/ai-sandbox-local-process";

async function ask({ workdir }, content, modelOptions) {
  const sandbox = defineSandbox({
    id: "here",
    provider: localProcessSandbox({ dir: workdir }),
    workspace: { source: { type: "none" } },
  });
  const chunks = [];
  const stream = chat({
    adapter: codexText("gpt-6-sol", { cwd: "/workspace" }),
    messages: [{ role: "user", content }],
    middleware: [withSandbox(sandbox)],
    ...(modelOptions === undefined ? {} : { modelOptions }),
  });
  for await (const chunk of stream) chunks.push(chunk);
  // It watches the folder as well, and sees more or less of it by chance.
  return chunks.filter(({ name }) => name !== "sandbox.file").map(steady);
}

/** Without ids of its own making. */
const steady = (chunk) =>
  Object.fromEntries(Object.entries(chunk).filter(([name]) => !NEW.includes(name)));

const NEW = ["timestamp", "runId", "threadId", "messageId", "stepId", "toolCallId"];

export const stream = (place) => ask(place, "Do it.");

export async function session(place) {
  const first = await ask(place, "First.");
  const sessionId = first.find(({ name }) => name === "codex.session-id")?.value?.sessionId;
  return [first, await ask(place, "Second.", { sessionId })];
}
