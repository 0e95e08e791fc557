/** The value that the last `-c key=value` gives a key, without quotes; undefined if none does. */
export function overrideOf(key: string, config: readonly string[]): string | undefined {
  const found = config.findLast((each) => each.split("=", 1)[0]?.trim() === key);
  return found
    ?.slice(found.indexOf("=") + 1)
    .trim()
    .replace(/^["']/, "")
    .replace(/["']$/, "");
}
