import stringWidth from "../../src/output/text-width.js";

/** A character on the screen, with the SGR codes that are in force. */
interface Cell {
  readonly text: string;
  readonly style: string;
}

/** Text in one style. */
export interface Run {
  text: string;
  /** SGR codes, such as `1 32`. */
  readonly style: string;
}

/** What a terminal of so many columns shows in the end, row by row, after it was sent `output`. */
export function screenAfter(output: string, columns: number): Run[][] {
  const screen = new Screen(columns);
  for (const [whole, parameters = "", final] of output.matchAll(TOKEN)) {
    if (final !== undefined) screen.control(final, parameters);
    else if (!whole.startsWith("\u{1B}")) screen.put(whole);
  }
  return screen.rows();
}

/** A control sequence, an operating system command, another escape, or one character. */
const TOKEN =
  /\u{1B}\[([\d;?]*)[ -/]*([@-~])|\u{1B}\][^\u{7}\u{1B}]*(?:\u{7}|\u{1B}\\)|\u{1B}.|./gsu;

/** Rows without an end; it never scrolls. */
class Screen {
  readonly #cells: Cell[][] = [];
  readonly #columns: number;
  #row = 0;
  #column = 0;
  #style = new Set<string>();

  constructor(columns: number) {
    this.#columns = columns;
  }

  put(character: string): void {
    if (character === "\n") this.#row += 1;
    else if (character === "\r") this.#column = 0;
    else if (character === "\b") this.#column = Math.max(0, this.#column - 1);
    else if (character >= " ") this.#write(character);
  }

  #write(text: string): void {
    const width = stringWidth(text);
    if (this.#column + width > this.#columns) {
      this.#row += 1;
      this.#column = 0;
    }
    const line = this.#line();
    while (line.length < this.#column) line.push({ text: " ", style: "" });
    const style = [...this.#style].join(" ");
    line[this.#column] = { text, style };
    if (width === 2) line[this.#column + 1] = { text: "", style };
    this.#column += width;
  }

  #line(): Cell[] {
    while (this.#cells.length <= this.#row) this.#cells.push([]);
    return this.#cells[this.#row] ?? [];
  }

  /** Obeys what our output uses; everything else (cursor shown or hidden …) changes no text. */
  control(final: string, parameters: string): void {
    const count = Number(parameters) || 1;
    if (final === "m") this.#restyle(parameters);
    else if (final === "A") this.#row = Math.max(0, this.#row - count);
    else if (final === "B") this.#row += count;
    else if (final === "C") this.#column += count;
    else if (final === "D") this.#column = Math.max(0, this.#column - count);
    else if (final === "G") this.#column = count - 1;
    else if (final === "K") this.#erase(parameters);
    else if (final === "J") this.#eraseBelow();
  }

  #erase(parameters: string): void {
    const line = this.#line();
    if (parameters === "2") line.length = 0;
    else if (parameters === "" || parameters === "0")
      line.length = Math.min(line.length, this.#column);
    else line.fill({ text: " ", style: "" }, 0, this.#column + 1);
  }

  #eraseBelow(): void {
    this.#erase("");
    this.#cells.length = this.#row + 1;
  }

  #restyle(parameters: string): void {
    for (const code of (parameters || "0").split(";")) {
      if (code === "0") this.#style.clear();
      else if (code === "39") this.#drop(/^(3|9)\d$/);
      else if (code === "22") this.#drop(/^[12]$/);
      else if (/^2\d$/.test(code)) this.#drop(new RegExp(`^${code.slice(1)}$`));
      else this.#style.add(code);
    }
  }

  #drop(codes: RegExp): void {
    this.#style = new Set([...this.#style].filter((code) => !codes.test(code)));
  }

  rows(): Run[][] {
    return this.#cells.map((line) => {
      const runs: Run[] = [];
      for (const cell of line) {
        const last = runs.at(-1);
        if (last?.style === cell.style) last.text += cell.text;
        else runs.push({ ...cell });
      }
      return runs;
    });
  }
}
