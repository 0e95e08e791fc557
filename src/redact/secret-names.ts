/**
 * Tells whether a variable, a setting or a field of this name holds a secret. The only definition of
 * that: the environment, settings, recordings and forms all ask here.
 */
export function looksSecret(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  if (last === "ID") return isSecretId(words);
  // GITHUB_TOKEN_FILE says where it is, env_key which variable holds it, PWD where we are.
  if (ABOUT_SECRETS.has(last) || NO_SECRETS.has(words.join("_"))) return false;
  if (words.some((word) => word.startsWith("WEBHOOK"))) return true;
  if (words.some((word) => WORDS.has(word) || COMPOUND.test(word))) return true;
  if (words.length > 1 && LAST_OF_SEVERAL.has(last)) return true;
  return words.some((word, at) => word === "TOKENS" && !isCount(words, at));
}

/** The words of a name in upper case, without numbers: `apiKey2` is API KEY. */
function wordsOf(name: string): string[] {
  const words = name
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .map((word) => (ENCODINGS.has(word) ? "" : word.replace(/\d{1,9}$/, "")))
    .filter((word) => word !== "");
  // The place of an address is not what is in it; SLACK_WEBHOOK_URL is.
  const last = words.at(-1) ?? "";
  return words.length > 1 && /^UR[IL]$/.test(last) && words.at(-2)?.startsWith("WEBHOOK") === true
    ? words.slice(0, -1)
    : words;
}

const MAX_NAME_LENGTH = 256;

/** How a value is written, which says nothing about what it is. */
const ENCODINGS: ReadonlySet<string> = new Set(["B64", "BASE64", "HEX", "PEM", "JSON"]);

/** AWS_ACCESS_KEY_ID and VAULT_SECRET_ID are halves of a login; GPG_KEY_ID is public. */
const isSecretId = (words: readonly string[]): boolean =>
  words.at(-2) === "SECRET" || (words.at(-2) === "KEY" && words.at(-3) === "ACCESS");

/** MAX_TOKENS counts; GITHUB_TOKENS are some. */
const isCount = (words: readonly string[], at: number): boolean =>
  words.slice(0, at).some((word) => COUNTING.has(word));

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const COUNTING = setOf(
  "MAX MAXIMUM MIN MINIMUM NUM NUMBER TOTAL INPUT OUTPUT CACHED REASONING PROMPT COMPLETION CONTEXT USED STOP SPECIAL",
);

/** A name that ends so is about a secret, and not one. */
const ABOUT_SECRETS = setOf(`
  FILE FILES FILENAME PATH PATHS DIR DIRECTORY FOLDER URL URI SOCK SOCKET NAME NAMES COMMAND CMD HELPER VAR STORE
  ASKPASS TYPE KIND ALG ALGORITHM METHOD MODE FORMAT LENGTH SIZE COUNT LIMIT BUDGET TTL EXPIRY EXPIRES EXPIRATION TIMEOUT
  REPEAT DELAY RATE LAYOUT BINDINGS ENABLED DISABLED REQUIRED PARALLELISM VERSION HOST HOSTNAME PORT REGION DOMAIN
  ISSUER AUDIENCE SCOPE SCOPES PROVIDER ENDPOINT ARN USER USERNAME EMAIL LEVEL POLICY CHECKS
`);

const NO_SECRETS = setOf("ENV_KEY PWD OLD_PWD OLDPWD INIT_CWD");

/** Words that mean a secret wherever they stand: API_KEY_PROD is one as API_KEY is. */
const WORDS = setOf(`
  KEY KEYS TOKEN SECRET SECRETS PASSWORD PASSWORDS PASSWD PASSPHRASE PASSPHRASES PASSCODE CREDENTIAL CREDENTIALS CREDS
  PAT PATS AUTH AUTHORIZATION BEARER COOKIE COOKIES JWT NETRC KUBECONFIG DOCKERCONFIG DOCKERCONFIGJSON MNEMONIC PSK SALT
`);

/** Words that mean one behind another word: MYSQL_PWD, SMTP_PASS. */
const LAST_OF_SEVERAL = setOf("PWD PASS PIN OTP");

/** Words that are run together: PGPASSWORD, AUTHTOKEN, APIKEY; but no MONKEY and no KEYBOARD. */
const COMPOUND =
  /(?:TOKEN|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|CREDENTIALS?)$|(?:API|ACCESS|SECRET|PRIVATE|PRIV|SSH|GPG|PGP|AUTH|MASTER|SIGNING|SIGN|ENCRYPTION|LICENSE|LICENCE|DEPLOY|ACCOUNT|SHARED|CLIENT|APP|SERVICE|SESSION)KEYS?$/;
