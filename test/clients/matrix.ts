import { CLIENTS } from "./clients.js";
import { compareCheck, type Row } from "./compare.js";

/** `npm run test:clients [NAME]`: prints how each client does on codex and on turnpipe. */
const wanted = process.argv[2] ?? "";
const clients = CLIENTS.filter(({ name }) => name.includes(wanted));
const rows: Row[] = [];
for (const client of clients) {
  for (const check of client.checks) {
    const row = await compareCheck(client, check);
    rows.push(row);
    process.stdout.write(`${lines(row).join("\n")}\n`);
  }
}
if (rows.length === 0) process.stderr.write(`no client has ${wanted} in its name\n`);
else process.stdout.write(`\n${summary().join("\n")}\n`);
if (rows.length === 0 || rows.some(({ expected }) => !expected)) process.exitCode = 1;

function lines(row: Row): string[] {
  const { client, version, check, codex, turnpipe, same, expected, found, seconds } = row;
  const result = same ? "same" : expected ? "differs as expected" : "differs";
  const cells = [client, version, check, `codex ${codex}`, `turnpipe ${turnpipe}`, result];
  return [[...cells, `${seconds} s`].join(" | "), ...found.map((each) => `    ${each}`)];
}

/** The table of docs/exec.md. */
function summary(): string[] {
  const checksOf = (client: string, same: boolean): string =>
    rows
      .filter((row) => row.client === client && row.same === same)
      .map(({ check }) => check)
      .join(", ");
  return [
    "| client | version | same | differs |",
    "| --- | --- | --- | --- |",
    ...clients.map(
      ({ name, version }) =>
        `| \`${name}\` | ${version} | ${checksOf(name, true)} | ${checksOf(name, false)} |`,
    ),
  ];
}
