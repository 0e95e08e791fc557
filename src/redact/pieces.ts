import type { Redactor } from "./redactor.js";

/** A message that carries the next pieces of texts. */
export interface Pieces<M> {
  /** Which texts they belong to: messages of one stream go on with one another. */
  stream: string;
  /** The item whose end is their end, if they belong to one. */
  item: string | undefined;
  thread: string | undefined;
  /** The pieces, by where they stand in the message. */
  texts: ReadonlyMap<string, string>;
  /** The same message with other pieces. */
  with(texts: ReadonlyMap<string, string>): M;
}

/**
 * Redacts texts that come in pieces. The end of a piece that may be the beginning of a secret is held back
 * until the next one, or until the text is whole; a message of which nothing can be shown yet is left out.
 */
export class PieceRedactor<M> {
  readonly #redactor: Redactor;
  readonly #held = new Map<string, Pieces<M>>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** The message as it can be shown now, if it can. */
  pass(pieces: Pieces<M>): M[] {
    const before = this.#held.get(pieces.stream)?.texts;
    const shown = new Map<string, string>();
    const kept = new Map<string, string>();
    for (const [place, text] of pieces.texts) {
      const split = this.#redactor.split((before?.get(place) ?? "") + text);
      shown.set(place, split.shown);
      if (split.kept !== "") kept.set(place, split.kept);
    }
    // What stood at places that this message does not have.
    for (const [place, text] of before ?? []) {
      if (!pieces.texts.has(place)) kept.set(place, text);
    }
    this.#held.delete(pieces.stream);
    if (kept.size > 0) this.#held.set(pieces.stream, { ...pieces, texts: kept });
    const isHeld = isEmpty(shown) && !isEmpty(pieces.texts);
    return isHeld ? [] : [pieces.with(shown)];
  }

  /** What is still held of texts that are whole now. */
  release(isWhole: (pieces: Pieces<M>) => boolean): M[] {
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
