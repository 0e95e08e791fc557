/** The known word closest to a mistyped one, or the one it begins; undefined if none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word === "" || word.length > MAX_LENGTH) return undefined;
  const typed = word.toLowerCase();
  const [best] = known
    .map((candidate) => ({ candidate, edits: editDistance(typed, candidate.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits);
  if (best !== undefined && best.edits <= Math.ceil(word.length / 3)) return best.candidate;
  const begun = known.filter((candidate) => candidate.toLowerCase().startsWith(typed));
  return word.length >= MIN_BEGINNING && begun.length === 1 ? begun[0] : undefined;
}

/** No known word is longer, and edit distance takes quadratic time. */
const MAX_LENGTH = 64;
const MIN_BEGINNING = 3;

/** Counts letters added, left out, replaced, or swapped with the next one. */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
