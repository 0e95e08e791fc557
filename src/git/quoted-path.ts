/** Quotes a path as git does in a diff: one with control characters becomes a C string. */
export function quotedPath(name: string): string {
  const inside = name.replaceAll(
    /["\\\u0000-\u001f\u007f]/g,
    (letter) => `\\${C_ESCAPES[letter] ?? letter.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
  return inside === name ? name : `"${inside}"`;
}

const C_ESCAPES: Readonly<Record<string, string>> = {
  ...{ '"': '"', "\\": "\\", "\u0007": "a", "\b": "b", "\t": "t" },
  ...{ "\n": "n", "\v": "v", "\f": "f", "\r": "r" },
};
