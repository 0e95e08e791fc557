/** Whether a variable or a setting of this name holds a secret, as far as a name can tell. */
export function looksSecret(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  // GITHUB_TOKEN_FILE says where it is, and env_key which variable holds it.
  if (PLACES.has(last) || words.join("_") === "ENV_KEY") return false;
  if (last === "ID") return words.at(-2) === "KEY";
  return words.some((word) => ALONE.has(word)) || ENDINGS.some((ending) => last.endsWith(ending));
}

const PLACES: ReadonlySet<string> = new Set([
  "FILE",
  "PATH",
  "DIR",
  "URL",
  "URI",
  "SOCK",
  "NAME",
  "COMMAND",
  "VAR",
  "STORE",
]);

const ALONE: ReadonlySet<string> = new Set([
  "SECRET",
  "SECRETS",
  "PASSWORD",
  "PASSWD",
  "PASSPHRASE",
  "CREDENTIAL",
  "CREDENTIALS",
  "PAT",
  "AUTHORIZATION",
]);

const ENDINGS = ["KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD"] as const;

/** Whether a value is odd enough to be one: `postgres` as a password is a word of every text. */
export function oddEnough(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(value));
  return value.length >= LONG || (value.length >= SHORTEST && kinds.length > 1);
}

const SHORTEST = 8;
const LONG = 12;
