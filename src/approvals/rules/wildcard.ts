/** Matches any run of characters in a pattern; cannot occur in a text that is checked. */
export const WILDCARD = "\0";

/** Whether a pattern matches more than one text. */
export const hasWildcard = (pattern: string): boolean => pattern.includes(WILDCARD);

/** Whether some text matches both patterns. */
export function overlaps(one: string, other: string): boolean {
  if (!hasWildcard(other)) return matches(one, other);
  if (!hasWildcard(one)) return matches(other, one);
  // Only the heads and tails can conflict: the wildcards between them match anything.
  const [head, tail] = headAndTail(one);
  const [otherHead, otherTail] = headAndTail(other);
  return (
    (head.startsWith(otherHead) || otherHead.startsWith(head)) &&
    (tail.endsWith(otherTail) || otherTail.endsWith(tail))
  );
}

/** Whether a text matches a pattern, in one pass. */
export function matches(pattern: string, text: string): boolean {
  if (!hasWildcard(pattern)) return pattern === text;
  const [head, tail] = headAndTail(pattern);
  if (text.length < head.length + tail.length) return false;
  if (!text.startsWith(head) || !text.endsWith(tail)) return false;
  let at = head.length;
  for (const piece of pattern.split(WILDCARD).slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - tail.length;
}

const headAndTail = (pattern: string): [head: string, tail: string] => [
  pattern.slice(0, pattern.indexOf(WILDCARD)),
  pattern.slice(pattern.lastIndexOf(WILDCARD) + 1),
];
