/** Writes a path as git does in a diff: one with control characters is a string of C. */
export function quotedPath(name: string): string {
  const inside = name.replaceAll(
    /["\\\u0000-\u001f\u007f]/g,
    (letter) => `\\${SHORT[letter] ?? letter.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
  return inside === name ? name : `"${inside}"`;
}

const SHORT: Readonly<Record<string, string>> = {
  ...{ '"': '"', "\\": "\\", "\u0007": "a", "\b": "b", "\t": "t" },
  ...{ "\n": "n", "\v": "v", "\f": "f", "\r": "r" },
};
