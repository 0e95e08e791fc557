/**
 * Removes everything that controls a terminal from a text of any number of lines: whole control
 * sequences are removed, every kind of line break becomes a line feed, and other control characters
 * and those that change the reading direction become U+FFFD. Invisible characters are dropped, except
 * those that join letters and emoji.
 */
export const sanitizeForTerminal = (text: string): string =>
  PLAIN.test(text) ? text : withoutControls(text).replace(INVISIBLE, "");

/** The same, but keeps invisible characters. */
export const withoutControls = (text: string): string =>
  // The later passes also see characters that removing a sequence has joined.
  text.replace(SEQUENCE, "").replace(LINE_BREAK, "\n").replace(CONTROL, MARK);

/** The same for a text turnpipe has coloured: keeps turnpipe's own colour codes. */
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
 * any other escape. No part can match past the beginning of another, so the search takes linear time.
 * Of a string that is not terminated on its line only the two first bytes are removed: its text stays.
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
/** C0 and C1 except tab and line feed, lone surrogates, and characters that reorder or annotate text. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\p{Surrogate}\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]/gu;
/** Default-ignorable characters except joiners and variation selectors. */
const INVISIBLE =
  /(?![\u200c\u200d\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/gu;
/** The codes of src/output/colour.ts and src/codex-output/paint.ts. */
const OWN_STYLE = /(\x1b\[(?:[0-3]|22|3[12356]|39)m)/;
