import { isSecretName } from "./secret-names.js";
import { isDistinctive, looksLikeKey } from "./secret-values.js";

/** Lists the secrets in a variable's value: all of it, or those in a URL or a JSON document. */
export function secretsInVariable(name: string, value: string): string[] {
  const whole = value.trim();
  if (whole === "") return [];
  const own = isSecretName(name) && isDistinctive(whole) && !isPath(name, whole);
  return [
    ...(own ? [whole, ...decoded(whole)] : []),
    ...secretsInDocument(whole),
    ...secretsInUrl(whole),
    ...secretsInPairs(whole),
  ];
}

/** Some variables hold either a file's path or its content; the path is not a secret. */
const isPath = (name: string, value: string): boolean =>
  /(?:CREDENTIALS|KUBECONFIG|NETRC|COOKIES?|CONFIG|KEY|AUTH|CERT)$/i.test(name) &&
  /^(?:~|\.{1,2})?\/[\w@ ./-]*(?:\/[\w@ .-]+|\.\w{1,8})$/.test(value) &&
  (value.includes(".") || value.split("/").length > 3);

/** Decodes a base64 value, if the result is text. */
function decoded(value: string): string[] {
  const compact = value.replaceAll(/\s+/g, "");
  if (!/^[\w+/-]{10,}={0,2}$/.test(compact)) return [];
  const text = Buffer.from(compact, "base64").toString("utf8").trim();
  // Control characters or invalid UTF-8: it was not base64.
  if (text.length < MIN_TEXT_LENGTH || /[^\P{Cc}\t\n\r]|\u{FFFD}/u.test(text)) return [];
  const [, password = ""] = /^[^\s:]{1,256}:(\S+)$/.exec(text) ?? [];
  return [text, password].filter(isDistinctive);
}

const MIN_TEXT_LENGTH = 8;

/** Lists the secrets in a JSON document, by the names of its fields. */
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

/** Lists the passwords of `scheme://user:password@host`, encoded and decoded. */
function secretsInUrl(value: string): string[] {
  if (!value.includes("://")) return [];
  return [...value.matchAll(LOGIN)].flatMap(([, login = ""]) => {
    const colon = login.indexOf(":");
    if (colon === -1) return looksLikeKey(login) ? [login] : [];
    const password = login.slice(colon + 1);
    const forms = [password, unescaped(password)].filter(isDistinctive);
    // Too common to be replaced everywhere: replaced only as part of the login.
    return forms.length > 0 ? forms : password === "" ? [] : [`${login}@`];
  });
}

/** Up to the last @ before the path. A password may contain unescaped characters, but does not follow a port. */
const LOGIN = /:\/\/([^\s/"'?#]{1,2048}|[^\s/"'?#:@]{0,256}:(?!\d{1,5}\/)[^\s"'@]{1,1024})@/g;

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Lists the secrets in `Server=x;Password=y` and `?token=z`. */
const secretsInPairs = (value: string): string[] =>
  [...value.matchAll(/(?:^|[;?&\s])([\w.-]{1,64}(?: Key)?)=([^;&\s"']{1,4096})/g)].flatMap(
    ([, name = "", each = ""]) =>
      isSecretName(name) ? [each, unescaped(each)].filter(isDistinctive) : [],
  );
