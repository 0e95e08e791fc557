import type { Run } from "./screen.js";

const LINE = 20;
const MARGIN = 16;
/** Of the widest of the usual fonts. */
const COLUMN = 8.5;

/** Draws rows of a terminal as an SVG that is readable on a light and on a dark page. */
export function svgOf(rows: readonly Run[][], { columns, title }: Frame): string {
  const width = Math.ceil(columns * COLUMN) + 2 * MARGIN;
  const height = rows.length * LINE + 2 * MARGIN;
  const texts = rows.flatMap((runs, at) => {
    const y = MARGIN + at * LINE + 15;
    return runs.length === 0
      ? []
      : [`<text x="${MARGIN}" y="${y}">${runs.map(span).join("")}</text>`];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" xml:space="preserve">`,
    `<title>${escaped(title)}</title>`,
    STYLE,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...texts,
    "</svg>\n",
  ].join("\n");
}

interface Frame {
  readonly columns: number;
  /** What is seen, for those who do not. */
  readonly title: string;
}

const STYLE = `<style>
text { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 14px; white-space: pre; fill: #1f2328 }
rect { fill: #f6f8fa; stroke: #d1d9e0 }
.s1 { font-weight: bold } .s2, .s90 { fill: #59636e } .s3 { font-style: italic } .s4 { text-decoration: underline }
.s31 { fill: #cf222e } .s32 { fill: #116329 } .s33 { fill: #7d4e00 } .s34 { fill: #0550ae } .s35 { fill: #8250df } .s36 { fill: #1b7c83 }
@media (prefers-color-scheme: dark) {
text { fill: #d1d7e0 }
rect { fill: #151b23; stroke: #3d444d }
.s2, .s90 { fill: #9198a1 }
.s31 { fill: #ff7b72 } .s32 { fill: #56d364 } .s33 { fill: #e3b341 } .s34 { fill: #79c0ff } .s35 { fill: #d2a8ff } .s36 { fill: #76e3ea }
}
</style>`;

function span({ text, style }: Run): string {
  if (style === "") return `<tspan>${escaped(text)}</tspan>`;
  const classes = style.split(" ").map((code) => `s${code}`);
  return `<tspan class="${classes.join(" ")}">${escaped(text)}</tspan>`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
