// Takes no notice of the end of its input; with "stubborn", none of SIGTERM either.
if (process.argv[2] === "stubborn") process.on("SIGTERM", () => undefined);
setInterval(() => undefined, 60_000);
process.stdout.write('{"ready":true}\n');
