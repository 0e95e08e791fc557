/** The keys of one JSON object in order, repeated ones included. */
export type ObjectKeys = readonly string[];

/**
 * Lists the keys of every object in a valid JSON text, outermost objects last. `JSON.parse` keeps only
 * the last of two equal keys, so a repeated key can be seen only in the text itself.
 */
export function keysInJson(json: string): ObjectKeys[] {
  const closed: ObjectKeys[] = [];
  const open: string[][] = [];
  let text: string | undefined;
  for (const { 0: token } of json.matchAll(TOKEN)) {
    if (token === "{" || token === "[") open.push([]);
    else if (token === "}") closed.push(open.pop() ?? []);
    else if (token === "]") open.pop();
    else if (token === ":" && text !== undefined) open.at(-1)?.push(text);
    text = token.startsWith('"') ? (JSON.parse(token) as string) : undefined;
  }
  return closed;
}

/** Folds a key to its letters and digits, so that spelling variants become equal. */
export const foldKey = (key: string): string =>
  key
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** Whether an object has two keys that fold to the same letters. */
export const hasRepeatedKey = (keys: ObjectKeys): boolean =>
  new Set(keys.map(foldKey)).size < keys.length;

const TOKEN = /[{}[\]:]|"(?:[^"\\]|\\.)*"/g;
