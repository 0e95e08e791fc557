import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { build, type Plugin } from "esbuild";

const ROOT = new URL("../../", import.meta.url);

/** One file the bundler wrote. */
export interface BundledFile {
  readonly path: string;
  readonly bytes: number;
}

/** Bundles an entry file and what it needs into `outdir`; what is loaded on demand becomes chunks. */
export async function bundle(entry: string, outdir: string): Promise<BundledFile[]> {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(ROOT),
    entryPoints: { turnpipe: entry },
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    platform: "node",
    target: "node20",
    format: "esm",
    minify: true,
    keepNames: true,
    legalComments: "external",
    banner: { js: REQUIRE },
    define: { __TURNPIPE_VERSION__: JSON.stringify(await version()) },
    external: ["typescript"],
    plugins: [lightText],
    metafile: true,
    logLevel: "warning",
  });
  return Object.entries(metafile.outputs).map(([path, { bytes }]) => ({ path, bytes }));
}

// A bundled CommonJS package calls require() for Node's own modules; an ES module has none.
const REQUIRE =
  'import{createRequire as __turnpipeRequire}from"node:module";' +
  "const require=__turnpipeRequire(import.meta.url);";

// The emoji pattern of string-width costs three quarters of the time it takes to load yargs.
const LIGHT = new Map([
  ["string-width", "src/output/text-width.ts"],
  ["wrap-ansi", "src/output/text-wrap.ts"],
]);

/** Gives yargs, and nobody else, our own measuring and wrapping of text. */
const lightText: Plugin = {
  name: "light-text",
  setup({ onResolve }) {
    onResolve({ filter: /^(?:string-width|wrap-ansi)$/ }, ({ path, importer }) => {
      const ours = LIGHT.get(path);
      const asks = /[\\/]node_modules[\\/](?:yargs|cliui)[\\/](?!node_modules)/.test(importer);
      return ours !== undefined && asks ? { path: fileURLToPath(new URL(ours, ROOT)) } : null;
    });
  },
};

async function version(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL("package.json", ROOT), "utf8"));
  return (manifest as { version: string }).version;
}
