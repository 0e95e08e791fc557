/** Counts the terminal columns a text fills; colour codes count for nothing. */
export default function stringWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let width = 0;
  let last: Glyph = { character: "", columns: 0 };
  for (const character of text.replace(STYLE_OR_LINK, "")) {
    last = { character, columns: glyphColumns(character, last) };
    width += last.columns;
  }
  return width;
}

interface Glyph {
  readonly character: string;
  readonly columns: number;
}

/** The sequences in our own output and that of our packages; foreign text has been sanitized before. */
const STYLE_OR_LINK = /\u{1B}\[[\d;]*m|\u{1B}\]8;;[^\u{7}\u{1B}]*(?:\u{7}|\u{1B}\\)/gu;
const PRINTABLE_ASCII = /^[ -~]*$/;
const ZERO_WIDTH_JOINER = "\u{200D}";
const DRAW_AS_EMOJI = "\u{FE0F}";
const SKIN_TONE = /[\u{1F3FB}-\u{1F3FF}]/u;
const EMOJI = /\p{Emoji}/u;
const PICTURE = /\p{Extended_Pictographic}/u;

// Marks drawn over their neighbour, format and control characters, Hangul fillers.
const INVISIBLE = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}\p{Cs}\u{115F}-\u{11FF}\u{3164}\u{FFA0}]/u;

// Each half of a flag is one column, so that the pair fills two.
const HALF_FLAG = /[\u{1F1E6}-\u{1F1FF}]/u;

// Pictures and the East Asian blocks, gaps of unassigned code points included.
const WIDE = new RegExp(
  [
    "[\\p{Emoji_Presentation}",
    "\\u{1100}-\\u{115E}\\u{2329}\\u{232A}\\u{2630}-\\u{2637}\\u{268A}-\\u{268F}",
    "\\u{2E80}-\\u{303E}\\u{3041}-\\u{3247}\\u{3250}-\\u{A4CF}\\u{A960}-\\u{A97C}",
    "\\u{AC00}-\\u{D7A3}\\u{F900}-\\u{FAFF}\\u{FE10}-\\u{FE19}\\u{FE30}-\\u{FE6B}",
    "\\u{FF01}-\\u{FF60}\\u{FFE0}-\\u{FFE6}\\u{16FE0}-\\u{1B2FB}\\u{1D300}-\\u{1D376}",
    "\\u{1F200}-\\u{1F265}\\u{20000}-\\u{3FFFD}]",
  ].join(""),
  "u",
);

/** The columns a character adds; within an emoji sequence that depends on the glyph before. */
function glyphColumns(character: string, last: Glyph): number {
  if (character === DRAW_AS_EMOJI) return last.columns === 1 && EMOJI.test(last.character) ? 1 : 0;
  if (INVISIBLE.test(character)) return 0;
  if (last.character === ZERO_WIDTH_JOINER && PICTURE.test(character)) return 0;
  if (last.columns === 2 && SKIN_TONE.test(character)) return 0;
  return WIDE.test(character) && !HALF_FLAG.test(character) ? 2 : 1;
}
