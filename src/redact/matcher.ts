import { endsInEscape, readEscape, skipLineBreak } from "./character-escapes.js";
import type { SecretForm } from "./encoded-forms.js";

/** A range of a text. */
export interface Span {
  start: number;
  end: number;
}

/** The secrets found in a text, and the index from which its end may begin another secret. */
export interface MatchResult {
  spans: Span[];
  undecidedFrom: number;
}

/** Finds secrets in texts: the leftmost first, and the longest of several at one index. */
export class Matcher {
  readonly #forms = new Map<string, SecretForm[]>();
  readonly #starts: RegExp;

  constructor(forms: readonly SecretForm[]) {
    // A form shared by two secrets may wrap if it may for either.
    const all = new Map(forms.toSorted(byWrapping).map((form) => [form.text, form]));
    for (const form of all.values()) {
      const first = form.text.charAt(0);
      const group = this.#forms.get(first) ?? [];
      this.#forms.set(first, group);
      group.push(form);
    }
    // Two characters are enough to rule out nearly every index.
    const starts = [...this.#forms].map(([first, group]) => {
      const seconds = new Set(group.map(({ text }) => escaped(text.charAt(1))));
      return `${escaped(first)}(?=[${[...seconds].join("")}+%\\\\&\\r\\n]|$)`;
    });
    this.#starts = new RegExp([...starts, String.raw`[%\\&]`].join("|"), "g");
  }

  /** With `more`, further text will follow, so the end may be undecided. */
  find(text: string, more: boolean): MatchResult {
    const spans: Span[] = [];
    const starts = this.#starts;
    starts.lastIndex = 0;
    for (let start = starts.exec(text); start !== null; start = starts.exec(text)) {
      const { index } = start;
      const end = this.#endAt(text, index, more);
      if (end === UNDECIDED) return { spans, undecidedFrom: index };
      if (end !== NONE) spans.push({ start: index, end });
      starts.lastIndex = end === NONE ? index + 1 : end;
    }
    return { spans, undecidedFrom: text.length };
  }

  /** The end of the longest secret that begins at an index. */
  #endAt(text: string, at: number, more: boolean): number {
    if (more && endsInEscape(text, at)) return UNDECIDED;
    const groups = new Set([text.charAt(at), readEscape(text, at)?.characters.charAt(0) ?? ""]);
    let longest = NONE;
    for (const group of groups) {
      for (const form of this.#forms.get(group) ?? []) {
        const end = endOf(form, text, at, more);
        if (end === UNDECIDED) return UNDECIDED;
        longest = Math.max(longest, end);
      }
    }
    return longest;
  }
}

const byWrapping = (one: SecretForm, other: SecretForm): number =>
  Number(one.wraps) - Number(other.wraps);

const NONE = -1;
const UNDECIDED = -2;

/** The end of a form that begins at an index, literally or with some characters escaped. */
function endOf({ text: form, wraps }: SecretForm, text: string, at: number, more: boolean): number {
  if (text.startsWith(form, at)) return at + form.length;
  if (more && text.length - at < form.length && form.startsWith(text.slice(at))) return UNDECIDED;
  let place = at;
  let isBroken = false;
  for (let matched = 0; matched < form.length;) {
    if (place >= text.length) return more ? UNDECIDED : NONE;
    if (more && endsInEscape(text, place)) return UNDECIDED;
    const step = stepOver(form, matched, text, place);
    const next = step === undefined && wraps && !isBroken ? skipLineBreak(text, place) : place;
    if (step === undefined && next === place) return NONE;
    isBroken = step === undefined;
    matched += step?.form ?? 0;
    place = step === undefined ? next : place + step.text;
  }
  return place;
}

/** Matches the next characters of a form; returns how many of the form and of the text that took. */
function stepOver(form: string, matched: number, text: string, place: number) {
  const escape = readEscape(text, place);
  if (escape !== undefined && form.startsWith(escape.characters, matched)) {
    return { form: escape.characters.length, text: escape.end - place };
  }
  const wanted = form[matched];
  if (wanted === "%" && text.startsWith("%25", place)) return { form: 1, text: 3 };
  const isSame = text[place] === wanted || (wanted === " " && text[place] === "+");
  return isSame ? { form: 1, text: 1 } : undefined;
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
