/** Texts that steer a terminal or hide something, one of each class; every one stands between `a` and `b`. */
export const CONTROL_CLASSES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(range(0x00, 0x1f).map((code) => [`C0 ${hex(code)}`, chr(code)])),
  DEL: "\x7f",
  ...Object.fromEntries(range(0x80, 0x9f).map((code) => [`C1 ${hex(code)}`, chr(code)])),
  ...forms(
    "CSI",
    ["\x1b[", "\x9b"],
    ["2J", "1;1H", "8m", "?1049h", "!p", "6n", ">c", "38;2;1;2;3m"],
  ),
  ...forms(
    "OSC",
    ["\x1b]", "\x9d"],
    strings(["52;c;aGk=", "0;title", "8;;http://x/", "1337;File=:x"]),
  ),
  ...forms("DCS", ["\x1bP", "\x90"], strings(['$q"p', "+q544e", "q#0;2;0;0;0~-"])),
  ...forms("SOS", ["\x1bX", "\x98"], strings(["x"])),
  ...forms("PM", ["\x1b^", "\x9e"], strings(["x"])),
  ...forms("APC", ["\x1b_", "\x9f"], strings(["Gf=100;x"])),
  ...forms("escape", ["\x1b"], ["c", "7", "=", "(0", "#8", " F", "%G", "M", "N", "\x1b", "", "é"]),
  ...forms("joined", [""], ["\x1b\x1b[0m[2J", "\x1b[\x1b[0m2J", "\x1b]\x1b]0;x\x07", "\x9b\x9b2J"]),
  ...Object.fromEntries(
    [...range(0x202a, 0x202e), ...range(0x2066, 0x206f), 0x200e, 0x200f, 0x061c].map((code) => [
      `direction ${hex(code)}`,
      chr(code),
    ]),
  ),
  ...Object.fromEntries(
    [0x2028, 0x2029, ...range(0xfff9, 0xfffb), 0xd800, 0xdfff].map((code) => [
      `separator ${hex(code)}`,
      chr(code),
    ]),
  ),
};

/** Characters that nobody sees, or that look like a blank. */
export const HIDDEN_CHARACTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...[
      0x00ad, 0x034f, 0x115f, 0x1160, 0x180e, 0x2800, 0x3164, 0xfeff, 0xffa0, 0xfe0f, 0xa0, 0x3000,
    ],
    ...range(0x200b, 0x200f),
    ...range(0x2060, 0x2064),
    ...range(0x2000, 0x200a),
    ...[0xe0001, 0xe0020, 0xe0041, 0xe007f, 0xe0100, 0xffff, 0x1fffe, 0xe000],
  ].map((code) => [`hidden ${hex(code)}`, chr(code)]),
);

/** What may not reach a terminal, but for tabs, line feeds and what is listed as ours. */
export const STEERS =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u206f\u200e\u200f\u061c\ufff9-\ufffb]/u;

/** What may not be in a name. */
export const HIDES = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function hex(code: number): string {
  return code.toString(16).padStart(2, "0");
}

function chr(code: number): string {
  return String.fromCodePoint(code);
}

/** Each way to begin a sequence with each way to go on. */
function forms(name: string, beginnings: string[], rest: string[]): Record<string, string> {
  const all = beginnings.flatMap((beginning) => rest.map((end) => `${beginning}${end}`));
  return Object.fromEntries(all.map((text) => [`${name} ${JSON.stringify(text)}`, text]));
}

/** A control string ended in each way, cut off, and with a line break in it. */
function strings(bodies: string[]): string[] {
  return bodies.flatMap((body) =>
    ["\x07", "\x1b\\", "\x9c", "", "\n\x07", "\x18"].map((end) => body + end),
  );
}
