// Says so many megabytes in lines of a thousand bytes, one after the other; when nobody takes them for
// a while it says so on stderr, and waits on.
import { once } from "node:events";

const lines = Number(process.argv[2]) * 1000;
for (let n = 0; n < lines; n++) {
  const line = `${JSON.stringify({ n, fill: "x".repeat(1000) })}\n`;
  if (process.stdout.write(line)) continue;
  const bored = setTimeout(() => process.stderr.write("held up\n"), 300);
  await once(process.stdout, "drain");
  clearTimeout(bored);
}
