// Draws the pictures of the documentation again, if they have changed: npm run pictures
import { readFile, writeFile } from "node:fs/promises";

import { drawPictures, PICTURES, withoutVariables } from "./draw.js";

for (const [name, svg] of Object.entries(await drawPictures())) {
  const file = new URL(name, PICTURES);
  const stored = await readFile(file, "utf8").catch(() => "");
  const isSame = withoutVariables(stored) === withoutVariables(svg);
  if (!isSame) await writeFile(file, svg);
  process.stdout.write(`docs/pictures/${name}: ${isSame ? "as before" : "written"}\n`);
}
