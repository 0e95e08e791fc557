import { looksSecret } from "./secret-names.js";
import { isDistinctive, looksLikeKey } from "./secret-values.js";

/** Lists the secrets in the value of a variable: all of it, or what stands in an address or a document. */
export function secretsInVariable(name: string, value: string): string[] {
  const whole = value.trim();
  if (whole === "") return [];
  const own = looksSecret(name) && isDistinctive(whole) && !isPath(name, whole);
  return [
    ...(own ? [whole, ...decoded(whole)] : []),
    ...secretsInDocument(whole),
    ...secretsInUrl(whole),
    ...secretsInPairs(whole),
  ];
}

/** Some variables name a file or hold what would be in it: a path is not the secret. */
const isPath = (name: string, value: string): boolean =>
  /(?:CREDENTIALS|KUBECONFIG|NETRC|COOKIES?|CONFIG|KEY|AUTH|CERT)$/i.test(name) &&
  /^(?:~|\.{1,2})?\/[\w@ ./-]*(?:\/[\w@ .-]+|\.\w{1,8})$/.test(value) &&
  (value.includes(".") || value.split("/").length > 3);

/** What a value in base64 stands for, if that is a text. */
function decoded(value: string): string[] {
  const compact = value.replaceAll(/\s+/g, "");
  if (!/^[\w+/-]{10,}={0,2}$/.test(compact)) return [];
  const text = Buffer.from(compact, "base64").toString("utf8").trim();
  // Controls, or bytes that are no text: it was no base64 in the first place.
  if (text.length < MIN_TEXT_LENGTH || /[^\P{Cc}\t\n\r]|\u{FFFD}/u.test(text)) return [];
  const [, password = ""] = /^[^\s:]{1,256}:(\S+)$/.exec(text) ?? [];
  return [text, password].filter(isDistinctive);
}

const MIN_TEXT_LENGTH = 8;

/** The secrets in a JSON document, by the names of its fields. */
function secretsInDocument(value: string): string[] {
  if (!/^[[{]/.test(value)) return [];
  try {
    return secretsInFields(JSON.parse(value), "");
  } catch {
    return [];
  }
}

function secretsInFields(value: unknown, name: string): string[] {
  if (typeof value === "string") return name === "" ? [] : secretsInVariable(name, value);
  if (typeof value !== "object" || value === null) return [];
  return Array.isArray(value)
    ? value.flatMap((each) => secretsInFields(each, name))
    : Object.entries(value).flatMap(([key, each]) => secretsInFields(each, key));
}

/** The password of `scheme://user:password@host`, as it stands there and decoded. */
function secretsInUrl(value: string): string[] {
  if (!value.includes("://")) return [];
  return [...value.matchAll(LOGIN)].flatMap(([, login = ""]) => {
    const colon = login.indexOf(":");
    if (colon === -1) return looksLikeKey(login) ? [login] : [];
    const password = login.slice(colon + 1);
    const forms = [password, unescaped(password)].filter(isDistinctive);
    // Too plain to be replaced everywhere: then only where it is a login.
    return forms.length > 0 ? forms : password === "" ? [] : [`${login}@`];
  });
}

/** Up to the last @ before the path; a password may hold what it should not, but after no port. */
const LOGIN = /:\/\/([^\s/"'?#]{1,2048}|[^\s/"'?#:@]{0,256}:(?!\d{1,5}\/)[^\s"'@]{1,1024})@/g;

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The secrets in `Server=x;Password=y` and in `?token=z`. */
const secretsInPairs = (value: string): string[] =>
  [...value.matchAll(/(?:^|[;?&\s])([\w.-]{1,64}(?: Key)?)=([^;&\s"']{1,4096})/g)].flatMap(
    ([, name = "", each = ""]) =>
      looksSecret(name) ? [each, unescaped(each)].filter(isDistinctive) : [],
  );
