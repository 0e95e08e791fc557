import { createRequire } from "node:module";
import { platform } from "node:os";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** Where the SARIF validator of this platform lies: its program, and the schema it brings along. */
export function sarifTool(): { program: string; schema: string } {
  // The package for the platform is a dependency of the main one, and found from there.
  const main = require.resolve("@microsoft/sarif-multitool/package.json");
  const own = createRequire(main).resolve(`@microsoft/sarif-multitool-${platform()}/package.json`);
  return {
    program: join(dirname(own), "Sarif.Multitool"),
    schema: join(dirname(own), "sarif-2.1.0.json"),
  };
}
