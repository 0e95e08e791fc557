import { looksSecret } from "../../src/protocol/recorded.js";

/** A command line with the values of settings hidden that look like secrets. */
export function withoutSecretSettings(argv: readonly string[]): string[] {
  return argv.map((word, at) => {
    const [, flag = ""] = /^(-c=?|--config=)[^]/.exec(word) ?? [];
    if (flag === "" && !/^(-c|--config)$/.test(argv[at - 1] ?? "")) return word;
    const setting = word.slice(flag.length);
    return flag + (names(setting).some(looksSecret) ? hidden(setting) : setting);
  });
}

/** The names in `key=value`, also those in a table of the value, and the last parts of dotted ones. */
const names = (setting: string): string[] =>
  [...setting.matchAll(/(?<![\w.-])[\w.-]+(?=["']?\s*=)/g)].flatMap(([name]) =>
    name.split(".").slice(-1),
  );

const hidden = (setting: string): string => `${setting.split("=", 1).join("")}=[redacted]`;
