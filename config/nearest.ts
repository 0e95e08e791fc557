/** The known word closest to a mistyped one; undefined if none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const [best] = known
    .map((candidate) => ({
      candidate,
      edits: editDistance(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((one, other) => one.edits - other.edits);
  return best !== undefined && best.edits <= Math.max(2, word.length / 3)
    ? best.candidate
    : undefined;
}

/** No known word is longer, and edit distance takes quadratic time. */
const MAX_LENGTH = 64;

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
