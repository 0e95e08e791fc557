import type { RecordingStep } from "../dialect/recording.js";
import { REDACTED } from "../redact/redacted.js";
import type { Redactor } from "../redact/redactor.js";
import { isNotification, stepPieces } from "./recorded-pieces.js";

/**
 * Redacts the steps of a recording that was read. The whole text is known, so deltas keep their
 * boundaries; a secret that spans several is replaced where it begins.
 */
export function redactSteps(steps: readonly RecordingStep[], redactor: Redactor): RecordingStep[] {
  const streams = new Map<string, { at: number; place: string; text: string }[]>();
  const found = steps.map((step, at) => {
    if (!("message" in step) || step.from !== "server" || !isNotification(step.message)) return;
    const pieces = stepPieces(step.message);
    for (const [place, text] of pieces?.texts ?? []) {
      const key = `${pieces?.stream ?? ""} ${place}`;
      const chunks = streams.get(key) ?? [];
      streams.set(key, chunks);
      chunks.push({ at, place, text });
    }
    return pieces;
  });
  const changed = new Map<number, Map<string, string>>();
  for (const chunks of streams.values()) {
    redactChunks(
      chunks.map(({ text }) => text),
      redactor,
    ).forEach((text, index) => {
      const { at, place, text: before } = chunks[index] ?? { at: 0, place: "", text };
      if (text === before) return;
      const texts = changed.get(at) ?? new Map<string, string>(found[at]?.texts);
      changed.set(at, texts.set(place, text));
    });
  }
  return steps.flatMap((step, at) => {
    const texts = changed.get(at);
    const pieces = found[at];
    if (texts === undefined || pieces === undefined) return [step];
    return [...texts.values()].every((text) => text === "")
      ? []
      : [{ ...pieces.with(texts), at_ms: step.at_ms }];
  });
}

/** Redacts the chunks of a text, including secrets that span several chunks. */
function redactChunks(chunks: readonly string[], redactor: Redactor): string[] {
  const spans = redactor.spans(chunks.join(""));
  if (spans.length === 0) return [...chunks];
  let from = 0;
  return chunks.map((chunk) => {
    const start = from;
    from += chunk.length;
    return spans
      .filter((span) => span.start < from && span.end > start)
      .reduceRight((text, span) => {
        const mark = span.start >= start ? REDACTED : "";
        const before = text.slice(0, Math.max(0, span.start - start));
        return before + mark + text.slice(span.end - start);
      }, chunk);
  });
}
