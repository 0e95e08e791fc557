#!/usr/bin/env node
// Parsed by any Node since 14.8: an older one than we need gets a sentence, not a SyntaxError.
const version = process.versions.node;
const [major, minor] = version.split(".").map(Number);

if (major > 20 || (major === 20 && minor >= 19)) {
  await import("../dist/turnpipe.js");
} else {
  process.stderr.write(
    `turnpipe: this is Node ${version}, turnpipe needs 20.19 or newer\n` +
      "hint: install one from https://nodejs.org, or with your version manager\n",
  );
  process.exitCode = 2;
}
