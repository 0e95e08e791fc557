/** Colours a text as codex does: `sgr` lists the codes from the outermost to the innermost. */
export type CodexPaint = (sgr: readonly number[], text: string) => string;

/** Creates a painter; without colour it leaves texts as they are. */
export const codexPaint = (colour: boolean): CodexPaint =>
  colour
    ? (sgr, text) =>
        sgr.reduceRight((styled, code) => `\x1b[${String(code)}m${styled}\x1b[0m`, text)
    : (_, text) => text;

export const BOLD = [1] as const;
export const DIM = [2] as const;
export const ITALIC = [3] as const;
export const RED = [31] as const;
export const GREEN = [32] as const;
export const YELLOW = [33] as const;
export const CYAN = [36] as const;
/** Who speaks: the model, or a command. */
export const SPEAKER = [35, 3] as const;
export const PROBLEM = [1, 31] as const;
export const WARNING = [1, 33] as const;
