// Runs one check of a driver and prints what it gave as one line of JSON, the last of stdout.
const [driver, check, place] = process.argv.slice(2);

const { [check]: run } = await import(`./${driver}.mjs`);
const value = await run(JSON.parse(place)).catch((error) => ({
  thrown: { name: error?.name, message: error?.message ?? String(error), code: error?.code },
}));
process.stdout.write(`\n${JSON.stringify(value)}\n`, () => {
  // Some clients keep timers and servers that nobody needs any more.
  process.kill(process.pid, "SIGTERM");
});
