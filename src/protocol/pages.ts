interface Page<T> {
  data: readonly T[];
  nextCursor?: string | null | undefined;
}

/**
 * Fetches page after page. No cursor is requested twice, or a server that repeats itself would
 * keep us forever. `nextCursors` may replace the server's cursor; the first unused one is taken.
 */
export async function* pages<T>(
  fetchPage: (cursor: string | null) => Promise<Page<T>>,
  nextCursors: (cursor: string) => readonly string[] = (cursor) => [cursor],
): AsyncIterable<readonly T[]> {
  const requested = new Set<string>();
  for (let cursor: string | null = null; ;) {
    const page: Page<T> = await fetchPage(cursor);
    yield page.data;
    const next = (page.nextCursor ?? null) === null ? [] : nextCursors(page.nextCursor ?? "");
    const fresh = next.find((candidate) => !requested.has(candidate));
    if (fresh === undefined) return;
    requested.add(fresh);
    cursor = fresh;
  }
}
