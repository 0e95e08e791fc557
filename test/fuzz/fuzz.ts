// Spoils recorded conversations and plays them to the program: `npm run fuzz -- --cases N --seed S`.
import { parseArgs } from "node:util";

import { caseOf, problemsIn, shrunk } from "./case.js";
import { SURFACES } from "./growth-surfaces.js";
import { growsFaster } from "./growth.js";

const { values } = parseArgs({
  options: { cases: { type: "string" }, seed: { type: "string" } },
});
const cases = Number(values.cases ?? 20_000);
const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
/** Of a text whose steps are counted; the unit tests count those of shorter ones. */
const LONGEST = 2_100;
const began = performance.now();
say(`${cases} cases from seed ${first}`);

/** One of each kind is enough to look at. */
const kinds = new Map<string, { seed: number; problems: string[]; times: number }>();
let failed = 0;
for (let seed = first; seed < first + cases; seed++) {
  const problems = await problemsIn(caseOf(seed));
  if (problems.length > 0) {
    failed++;
    const kind = problems.join("\n").replaceAll(/\d+/g, "#").slice(0, 120);
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, { seed, problems, times: 1 });
    else known.times++;
  }
}
for (const { seed, problems, times } of kinds.values()) {
  say(`\nseed ${seed} (${times} like it):\n  ${problems.join("\n  ").slice(0, 2_000)}`);
  say(`  shrunk: ${JSON.stringify(await shrunk(caseOf(seed)))}`);
}
const seconds = (performance.now() - began) / 1000;
say(`\n${failed} of ${cases} failed; ${Math.round(cases / seconds)} cases/s, seed ${first}`);
const slow = Object.keys(SURFACES).flatMap((name) =>
  growsFaster(name, LONGEST).map((problem) => `${name} ${problem}`),
);
say(`\n${slow.length} times a function takes more than twice the steps for twice the text`);
slow.forEach(say);
process.exitCode = failed + slow.length === 0 ? 0 : 1;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
