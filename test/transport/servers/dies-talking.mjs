// Says much on both streams, breaks off in a line, and dies.
const lines = Array.from({ length: 5000 }, (_, n) => `{"n":${n}}\n`).join("");
process.stdout.write(`${lines}{"n":5000`);
process.stderr.write(`${"x".repeat(100_000)}\nit was the butler\n`);
process.exitCode = 3;
