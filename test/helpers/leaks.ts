/** Where a text of JSON lines gives a secret away: in a line, in a stream of pieces, or in one of its encodings. */
export function leaksIn(text: string, secret: string): string[] {
  const lines = text.split("\n").filter((line) => line !== "");
  const streams = new Map<string, string>([["the whole text", lines.join("")]]);
  for (const line of lines) {
    if (!line.startsWith("{")) continue;
    eachText(JSON.parse(line), (place, key, value) => {
      const plain = /base64$/i.test(key) ? Buffer.from(value, "base64").toString() : value;
      streams.set(place, (streams.get(place) ?? "") + plain);
    });
  }
  return [...streams].flatMap(([name, joined]) =>
    tellingForms(secret)
      .filter((form) => joined.includes(form) || joined.replaceAll(/\\n|\s/g, "").includes(form))
      .map((form) => `${name}: ${form}`),
  );
}

/** What somebody would search for. */
export function tellingForms(secret: string): string[] {
  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    Buffer.from(secret).toString("hex"),
  ];
  const base64 = ["", "u", "us", "user:"].flatMap((before) => {
    const digits = Buffer.from(before + secret).toString("base64");
    // The digits at its ends are shared with what stands beside it.
    const own = digits.replace(/=+$/, "").slice(Math.ceil((before.length * 8) / 6), -1);
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return [...new Set([...forms, ...base64])];
}

/** Messages of one kind about one item go on with one another; so do the fields of our own events. */
function eachText(
  value: unknown,
  use: (place: string, key: string, text: string) => void,
  place = "",
  key = "",
): void {
  if (typeof value === "string") use(place, key, value);
  if (typeof value !== "object" || value === null) return;
  const { method, type, item_type } = value as Record<string, unknown>;
  const kind = [method, type, item_type].filter((each) => typeof each === "string").join(" ");
  for (const [name, each] of Object.entries(value)) {
    eachText(
      each,
      use,
      `${place} ${kind}/${Array.isArray(value) ? "" : name}`,
      Array.isArray(value) ? key : name,
    );
  }
}
