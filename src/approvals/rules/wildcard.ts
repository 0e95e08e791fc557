/** Stands for any run of characters in a pattern; no text that is judged can contain it. */
export const ANY = "\0";

/** Whether a text is more than one possible text. */
export const isOpen = (pattern: string): boolean => pattern.includes(ANY);

/** Whether some text fits both patterns. */
export function overlaps(one: string, other: string): boolean {
  if (!isOpen(other)) return matches(one, other);
  if (!isOpen(one)) return matches(other, one);
  // Between their ends each can make room for the other.
  const [head, tail] = endsOf(one);
  const [otherHead, otherTail] = endsOf(other);
  return (
    (head.startsWith(otherHead) || otherHead.startsWith(head)) &&
    (tail.endsWith(otherTail) || otherTail.endsWith(tail))
  );
}

/** Whether a text fits a pattern, in one pass over it. */
export function matches(pattern: string, text: string): boolean {
  if (!isOpen(pattern)) return pattern === text;
  const [head, tail] = endsOf(pattern);
  if (text.length < head.length + tail.length) return false;
  if (!text.startsWith(head) || !text.endsWith(tail)) return false;
  let at = head.length;
  for (const piece of pattern.split(ANY).slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - tail.length;
}

const endsOf = (pattern: string): [head: string, tail: string] => [
  pattern.slice(0, pattern.indexOf(ANY)),
  pattern.slice(pattern.lastIndexOf(ANY) + 1),
];
