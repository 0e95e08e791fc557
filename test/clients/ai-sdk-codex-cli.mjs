import { createCodexExec } from "ai-sdk-provider-codex-cli";
import { generateText, jsonSchema, Output, streamText } from "ai";

const modelAt = ({ program, workdir }) =>
  createCodexExec()("gpt-6-sol", { codexPath: program, cwd: workdir, sandboxMode: "read-only" });

async function generate(place, options) {
  const { text, usage, finishReason, warnings, providerMetadata } = await generateText({
    model: modelAt(place),
    prompt: "First.",
    maxRetries: 0,
    ...options,
  });
  return { text, usage, finishReason, warnings, providerMetadata };
}

export const text = (place) => generate(place);

export const object = (place) =>
  generate(place, {
    output: Output.object({
      schema: jsonSchema({
        type: "object",
        properties: { answer: { type: "string" } },
        required: ["answer"],
        additionalProperties: false,
      }),
    }),
  });

export async function stream(place) {
  const parts = [];
  const { fullStream } = streamText({ model: modelAt(place), prompt: "First.", maxRetries: 0 });
  for await (const part of fullStream) parts.push(part);
  return parts;
}
