import type { MarkdownStream } from "./markdown-stream.js";

export interface AnswerDisplayOptions {
  /** Prints text that is rendered. */
  write(text: string): Promise<void>;
  createStream: () => MarkdownStream;
  /** Called before a message, or the rest of one that was interrupted, is printed. */
  beforeText(): Promise<void>;
  /** Printed after a message that was cut off. */
  cutMark: string;
}

/**
 * Prints the messages of a turn on a terminal while they are written. A message that starts again after its
 * stream broke is printed again from its beginning, below what came of it; no other text is printed twice.
 */
export class AnswerDisplay {
  readonly #options: AnswerDisplayOptions;
  /** The message in progress, with its text so far as the model wrote it. */
  #current: { id: string; text: string; stream: MarkdownStream } | undefined;
  #lastMessage: string | null = null;
  #isInterrupted = false;

  constructor(options: AnswerDisplayOptions) {
    this.#options = options;
  }

  /** Prints the next piece of a message. */
  async delta(id: string, text: string): Promise<void> {
    if (text === "") return;
    if (this.#current?.id !== id) await this.#begin(id);
    await this.#push(text);
  }

  /** Prints what is missing of a message that is complete. */
  async message(id: string, text: string): Promise<void> {
    if (this.#current?.id !== id || !text.startsWith(this.#current.text)) {
      if (text.trim() === "") return;
      await this.#begin(id);
    }
    await this.#push(text.slice(this.#current?.text.length));
    await this.#end("");
    this.#lastMessage = text;
  }

  /** Ends a message that will not be completed: its stream broke, or its turn was stopped. */
  async abandon(): Promise<void> {
    await this.#end(this.#options.cutMark);
  }

  /** Prints the answer, unless it is the message printed last. */
  async finish(answer: string): Promise<void> {
    if (answer.trim() === this.#lastMessage?.trim()) return;
    await this.message("", answer);
  }

  /** Ends the row, so that something else can be printed; returns the text that ends it. */
  interrupt(): string {
    this.#isInterrupted = true;
    return this.#current?.stream.breakRow() ?? "";
  }

  /** Whether a message is being printed. */
  get isWriting(): boolean {
    return this.#current !== undefined;
  }

  async #begin(id: string): Promise<void> {
    await this.abandon();
    this.#isInterrupted = true;
    this.#current = { id, text: "", stream: this.#options.createStream() };
  }

  async #push(text: string): Promise<void> {
    if (this.#current === undefined) return;
    this.#current.text += text;
    await this.#print(this.#current.stream.push(text));
  }

  async #end(mark: string): Promise<void> {
    if (this.#current === undefined) return;
    const rest = this.#current.stream.end();
    this.#current = undefined;
    await this.#print(`${rest}${mark}`);
  }

  async #print(text: string): Promise<void> {
    if (text === "") return;
    if (this.#isInterrupted) await this.#options.beforeText();
    this.#isInterrupted = false;
    await this.#options.write(text);
  }
}
