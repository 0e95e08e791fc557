import type { Redactor } from "./redactor.js";

/** A message that carries deltas, the next parts of texts. */
export interface DeltaMessage<M> {
  /** The stream they belong to: messages of one stream continue each other. */
  stream: string;
  /** The item that completes these texts, if they belong to one. */
  item: string | undefined;
  thread: string | undefined;
  /** The deltas, by their path in the message. */
  texts: ReadonlyMap<string, string>;
  /** The same message with other deltas. */
  with(texts: ReadonlyMap<string, string>): M;
}

/**
 * Redacts texts that arrive in deltas. The end of a delta that may begin a secret is held back until the
 * next delta, or until the text is complete; a message of which nothing can be shown yet is dropped.
 */
export class DeltaRedactor<M> {
  readonly #redactor: Redactor;
  readonly #held = new Map<string, DeltaMessage<M>>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** The message as far as it can be shown now, if at all. */
  pass(pieces: DeltaMessage<M>): M[] {
    const before = this.#held.get(pieces.stream)?.texts;
    const shown = new Map<string, string>();
    const kept = new Map<string, string>();
    for (const [place, text] of pieces.texts) {
      const split = this.#redactor.split((before?.get(place) ?? "") + text);
      shown.set(place, split.shown);
      if (split.kept !== "") kept.set(place, split.kept);
    }
    // Held texts at paths this message does not have.
    for (const [place, text] of before ?? []) {
      if (!pieces.texts.has(place)) kept.set(place, text);
    }
    this.#held.delete(pieces.stream);
    if (kept.size > 0) this.#held.set(pieces.stream, { ...pieces, texts: kept });
    const isHeld = isEmpty(shown) && !isEmpty(pieces.texts);
    return isHeld ? [] : [pieces.with(shown)];
  }

  /** Messages with the held ends of texts that are now complete. */
  release(isWhole: (pieces: DeltaMessage<M>) => boolean): M[] {
    const whole = [...this.#held.values()].filter(isWhole);
    return whole.map((pieces) => {
      this.#held.delete(pieces.stream);
      const texts = [...pieces.texts].map(([place, text]) => [place, this.#redactor.text(text)]);
      return pieces.with(new Map(texts as [string, string][]));
    });
  }
}

const isEmpty = (texts: ReadonlyMap<string, string>): boolean =>
  [...texts.values()].every((text) => text === "");
