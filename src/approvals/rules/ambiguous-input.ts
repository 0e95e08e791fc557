/** Thrown for a request or rule whose meaning is uncertain; the message becomes the reason it is declined. */
export class AmbiguousInput extends Error {
  override readonly name = "AmbiguousInput";
}

/** Refuses text with control characters, invisible marks or unusual spaces. */
export function refuseHiddenCharacters(text: string): void {
  const found = HIDDEN.exec(text)?.[0];
  if (found === undefined) return;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  throw new AmbiguousInput(`the hidden or control character U+${code}`);
}

// Everything of the Unicode category "other" but tab and line feed, what fonts leave out, and
// spaces that are not the space.
const HIDDEN = /(?![\t\n ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u{2800}]/u;
