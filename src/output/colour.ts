import { $, bold, cyan, dim, green, red, yellow } from "kleur/colors";

import type { Style } from "./line.js";

export interface ColourOptions {
  flag: "always" | "never" | "auto";
  env: Readonly<Record<string, string | undefined>>;
  isTTY: boolean;
}

/** Whether to colour: the flag decides, else NO_COLOR, else FORCE_COLOR, else the terminal. */
export function wantsColour({ flag, env, isTTY }: ColourOptions): boolean {
  if (flag !== "auto") return flag === "always";
  const { NO_COLOR = "", FORCE_COLOR = "", TERM } = env;
  if (NO_COLOR !== "") return false;
  if (FORCE_COLOR !== "" && FORCE_COLOR !== "0") return true;
  return isTTY && TERM !== "dumb";
}

/** Applies a style to a text, or returns it unchanged if colour is off. */
export type Paint = (style: Style, text: string) => string;

/** Creates a painter that depends on its argument only, not on the environment. */
export const createPaint = (colour: boolean): Paint =>
  colour ? (style, text) => forced(() => PAINTERS[style](text)) : (_, text) => text;

type Painter = (text: string) => string;

const marked =
  (paint: Painter): Painter =>
  (text) =>
    text.replace(MARK, (mark) => paint(mark));

const MARK = /\S+/;

const PAINTERS: Record<Style, Painter> = {
  plain: (text) => text,
  dim,
  bold: marked(bold),
  good: marked(green),
  bad: marked(red),
  warn: marked(yellow),
  info: marked(cyan),
  strong: bold,
  code: cyan,
  added: green,
  removed: red,
  diffstat: (text) =>
    text.replace(
      DIFFSTAT,
      (_, added: string, removed: string) => `${green(added)} ${red(removed)}`,
    ),
};

const DIFFSTAT = /^(\+\d+) (−\d+)/;

/** Overrides, for this call only, what kleur decided from stdout when it was loaded. */
function forced(paint: () => string): string {
  const before = $.enabled;
  $.enabled = true;
  try {
    return paint();
  } finally {
    $.enabled = before;
  }
}
