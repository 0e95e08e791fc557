interface Page<T> {
  data: readonly T[];
  nextCursor?: string | null | undefined;
}

/**
 * Page after page. A server that hands out the same page for ever would keep us for ever: no page is
 * asked for twice. `rephrase` may put other cursors in the place of the server's own; the first that
 * is new is used.
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
