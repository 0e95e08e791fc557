import type { RunContext } from "../../src/context.js";

/**
 * The line that says what is read from stdin. It is held back until codex would print it: our prompt is read
 * while the server loads the settings, codex reads it only if they are valid.
 */
export class PromptNotice {
  readonly #stderr: RunContext["stderr"];
  #held = "";

  constructor(stderr: RunContext["stderr"]) {
    this.#stderr = stderr;
  }

  hold(text: string): void {
    this.#held = `${text}\n`;
  }

  /** Prints it, once. */
  print(): void {
    if (this.#held !== "") this.#stderr.write(this.#held);
    this.#held = "";
  }
}
