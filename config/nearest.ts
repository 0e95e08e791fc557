/** The known word that a mistyped one most likely was; nothing when none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined;
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

/** No key is that long, and the distance of two texts takes time. */
const LONGEST = 64;

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
