/**
 * Removes what steers a terminal from a text of any number of lines: whole control sequences go,
 * every kind of line break becomes a line feed, and what is left of control characters or turns the
 * reading direction becomes a visible mark. Characters nobody can see are dropped, but for those
 * that letters and emoji are joined with.
 */
export const sanitizeForTerminal = (text: string): string =>
  PLAIN.test(text) ? text : withoutControls(text).replace(INVISIBLE, "");

/** The same with the characters nobody can see still in it. */
export const withoutControls = (text: string): string =>
  // The later passes also see what removing a sequence has just joined together.
  text.replace(SEQUENCE, "").replace(LINE_BREAK, "\n").replace(CONTROL, MARK);

/** The same for a text that we have coloured ourselves: our own colours stay. */
export const sanitizeStyled = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .split(OWN_STYLE)
        .map((part, at) => (at % 2 === 1 ? part : sanitizeForTerminal(part)))
        .join("");

const PLAIN = /^[\n -~]*$/;
const MARK = "\u{FFFD}";

/**
 * Control sequences of ECMA-48, in 7 and in 8 bits: CSI; OSC, DCS, SOS, PM and APC with their end;
 * any other escape. No part can run over the beginning of another, so the search takes linear time.
 * A string that is not ended on its line loses its two first bytes only: it hides nothing.
 */
const SEQUENCE = new RegExp(
  [
    "(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]",
    "(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\0-\\x08\\x0a-\\x1f\\x7f-\\x9f]*(?:\\x07|\\x1b\\\\|\\x9c)",
    "\\x1b[ -/]*[0-~]",
  ].join("|"),
  "g",
);
const LINE_BREAK = /\r\n?|[\v\f\x85\u2028\u2029]/g;
/** C0 and C1 but for tab and line feed, half surrogate pairs, and what reorders or annotates text. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\p{Surrogate}\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]/gu;
/** Ignorable characters, but for joiners and the selectors of a character's variants. */
const INVISIBLE =
  /(?![\u200c\u200d\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/gu;
/** The codes of src/output/colour.ts. */
const OWN_STYLE = /(\x1b\[(?:[12]|22|3[1236]|39)m)/;
