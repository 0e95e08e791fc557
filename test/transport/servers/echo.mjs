// Says every line back, and leaves when its input ends.
process.stdin.pipe(process.stdout);
