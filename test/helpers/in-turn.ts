/** One run after another: two servers that start at once in a fresh home can get in each other's way. */
export async function inTurn<R, T>(
  runners: readonly R[],
  run: (runner: R) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  for (const runner of runners) results.push(await run(runner));
  return results;
}
