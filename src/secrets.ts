import { CliError } from "./errors.js";
import { looksSecret, oddEnough } from "./secret-names.js";

/** What must not be seen in anything we print, and how it is taken out. */
export class Secrets {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #known = new Set<string>();
  #pattern: RegExp | undefined;

  /** Knows the variables whose names look like keys or tokens. */
  constructor(env: Readonly<Record<string, string | undefined>> = {}) {
    this.#env = env;
    for (const [name, value = ""] of Object.entries(env)) {
      if (looksSecret(name) && oddEnough(value.trim())) this.#add(value);
    }
    this.#learn();
  }

  /** Hides the values of more variables; the names of those that are not set. */
  addVariables(names: readonly string[]): string[] {
    const unset = names.filter((name) => (this.#env[name] ?? "").trim() === "");
    for (const name of names) {
      const value = this.#env[name]?.trim() ?? "";
      if (value !== "" && value.length < SHORTEST) {
        throw new CliError("usage", `--redact-env ${name}: its value is too short to hide`, {
          hint: `fewer than ${String(SHORTEST)} characters would be replaced all over the output`,
        });
      }
      this.#add(value);
    }
    this.#learn();
    return unset;
  }

  /** Hides what settings of codex (`key=value`) say of keys and tokens. */
  addAssignments(assignments: readonly string[]): void {
    for (const assignment of assignments) {
      const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(assignment) ?? [];
      const bare = value.trim().replaceAll(/^["']|["']$/g, "");
      if (looksSecret(name.split(".").at(-1) ?? "") && oddEnough(bare)) this.#add(bare);
    }
    this.#learn();
  }

  text(text: string): string {
    return this.#pattern === undefined ? text : text.replace(this.#pattern, HIDDEN);
  }

  /** A value with every text in it cleaned; the names of kinds are ours. */
  value<T>(value: T): T {
    return this.#pattern === undefined ? value : (this.#cleaned(value) as T);
  }

  /** A value as JSON. */
  line(value: unknown): string {
    const json = JSON.stringify(value);
    // Most values hold none: then there is nothing to copy.
    return json.search(this.#pattern ?? NOTHING) === -1
      ? json
      : JSON.stringify(this.#cleaned(value));
  }

  /** Of a text that goes on: what can be shown, and its end, which may be the beginning of a secret. */
  split(text: string): { shown: string; kept: string } {
    let shown = "";
    for (let at = 0; at < text.length;) {
      const rest = text.length - at;
      const all = [...this.#known].filter((secret) =>
        secret.length > rest ? secret.startsWith(text.slice(at)) : text.startsWith(secret, at),
      );
      const longest = Math.max(0, ...all.map(({ length }) => length));
      if (longest > rest) return { shown, kept: text.slice(at) };
      shown += longest === 0 ? text.charAt(at) : HIDDEN;
      at += Math.max(longest, 1);
    }
    return { shown, kept: "" };
  }

  #cleaned(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((entry) => this.#cleaned(entry));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, entry]) =>
      key === "type" ? [key, entry as unknown] : [this.text(key), this.#cleaned(entry)],
    );
    return Object.fromEntries(entries) as object;
  }

  /** Also line by line, as in a diff, and as it stands inside of JSON. */
  #add(value: string): void {
    const whole = value.trim();
    if (whole === "") return;
    const lines = whole.split(/\r?\n/).map((line) => line.trim());
    const telling = lines.filter((line) => line.length >= LINE && !line.startsWith("-----"));
    for (const text of [whole, ...(lines.length > 1 ? telling : [])]) {
      let form = text;
      for (let depth = 0; depth <= DEEPEST; depth++, form = quoted(form)) this.#known.add(form);
    }
  }

  #learn(): void {
    // The longest first: one secret may be the beginning of another.
    const all = [...this.#known].sort((one, other) => other.length - one.length);
    const escaped = all.map((secret) => secret.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
    this.#pattern = all.length === 0 ? undefined : new RegExp(escaped.join("|"), "g");
  }
}

const HIDDEN = "[redacted]";
const NOTHING = /(?!)/;
const SHORTEST = 4;
const LINE = 16;
/** JSON in JSON in JSON, in a line of JSON. */
const DEEPEST = 3;

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);
