import type { RecordingStep } from "../dialect/recording.js";
import { REDACTED } from "../redact/redacted.js";
import type { Redactor } from "../redact/redactor.js";
import { isNotification, stepPieces } from "./recorded-pieces.js";

/**
 * Redacts the steps of a recording that is read: as its end is known, pieces keep their bounds, and what a
 * secret is spread over is replaced where it begins.
 */
export function redactSteps(steps: readonly RecordingStep[], redactor: Redactor): RecordingStep[] {
  const streams = new Map<string, { at: number; place: string; text: string }[]>();
  const found = steps.map((step, at) => {
    if (!("message" in step) || step.from !== "server" || !isNotification(step.message)) return;
    const pieces = stepPieces(step.message);
    for (const [place, text] of pieces?.texts ?? []) {
      const key = `${pieces?.stream ?? ""} ${place}`;
      const parts = streams.get(key) ?? [];
      streams.set(key, parts);
      parts.push({ at, place, text });
    }
    return pieces;
  });
  const changed = new Map<number, Map<string, string>>();
  for (const parts of streams.values()) {
    redactParts(
      parts.map(({ text }) => text),
      redactor,
    ).forEach((text, index) => {
      const { at, place, text: before } = parts[index] ?? { at: 0, place: "", text };
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

/** The parts of a text without the secrets of the whole. */
function redactParts(parts: readonly string[], redactor: Redactor): string[] {
  const spans = redactor.spans(parts.join(""));
  if (spans.length === 0) return [...parts];
  let from = 0;
  return parts.map((part) => {
    const start = from;
    from += part.length;
    return spans
      .filter((span) => span.start < from && span.end > start)
      .reduceRight((text, span) => {
        const mark = span.start >= start ? REDACTED : "";
        const before = text.slice(0, Math.max(0, span.start - start));
        return before + mark + text.slice(span.end - start);
      }, part);
  });
}
