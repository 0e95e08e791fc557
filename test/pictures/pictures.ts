// Draws the pictures of the documentation again: npm run pictures
import { writeFile } from "node:fs/promises";

import { drawPictures, PICTURES } from "./draw.js";

for (const [name, svg] of Object.entries(await drawPictures())) {
  await writeFile(new URL(name, PICTURES), svg);
  process.stdout.write(`docs/pictures/${name}\n`);
}
