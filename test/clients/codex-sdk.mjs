import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { Codex } from "@openai/codex-sdk";

const codexAt = ({ program }) => new Codex({ codexPathOverride: program });
const here = ({ workdir }) => ({ workingDirectory: workdir, sandboxMode: "workspace-write" });

export const run = (place) => codexAt(place).startThread(here(place)).run("First.");

export async function stream(place, { signal, heard } = {}) {
  const thread = codexAt(place).startThread(here(place));
  const events = [];
  try {
    for await (const event of (await thread.runStreamed("Do it.", { signal })).events) {
      events.push(event);
      heard?.(event);
    }
  } catch (error) {
    events.push({ thrown: { name: error.name, message: error.message } });
  }
  return { id: thread.id, events };
}

export async function abort(place) {
  const controller = new AbortController();
  return stream(place, {
    signal: controller.signal,
    heard: ({ type }) => type === "item.completed" && controller.abort(),
  });
}

export async function resume(place) {
  const thread = codexAt(place).startThread(here(place));
  const turns = [await thread.run("First."), await thread.run("Second.")];
  const again = codexAt(place).resumeThread(thread.id, here(place));
  return { turns: [...turns, await again.run("Third.")], same: thread.id === again.id };
}

export const schema = (place) =>
  codexAt(place)
    .startThread(here(place))
    .run("First.", {
      outputSchema: {
        type: "object",
        properties: { answer: { type: "string" } },
        required: ["answer"],
        additionalProperties: false,
      },
    });

export async function images(place) {
  const path = join(place.dir, "pixel.png");
  await writeFile(path, Buffer.from(PIXEL, "base64"));
  const thread = codexAt(place).startThread(here(place));
  return thread.run([
    { type: "text", text: "First." },
    { type: "local_image", path },
  ]);
}

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
