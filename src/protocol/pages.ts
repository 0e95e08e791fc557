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
  ask: (cursor: string | null) => Promise<Page<T>>,
  rephrase: (cursor: string) => readonly string[] = (cursor) => [cursor],
): AsyncIterable<readonly T[]> {
  const asked = new Set<string>();
  for (let cursor: string | null = null; ;) {
    const page: Page<T> = await ask(cursor);
    yield page.data;
    const next = (page.nextCursor ?? null) === null ? [] : rephrase(page.nextCursor ?? "");
    const fresh = next.find((candidate) => !asked.has(candidate));
    if (fresh === undefined) return;
    asked.add(fresh);
    cursor = fresh;
  }
}
