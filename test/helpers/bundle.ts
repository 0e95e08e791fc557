import { readFile } from "node:fs/promises";
import { basename, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { build, type Plugin } from "esbuild";

const ROOT = new URL("../../", import.meta.url);

/** One file the bundler wrote. */
export interface BundledFile {
  readonly path: string;
  readonly bytes: number;
}

/** Bundles entry files and what they need into `outdir`; what is shared or loaded late becomes chunks. */
export async function bundle(
  entries: Readonly<Record<string, string>>,
  outdir: string,
  { apart = [] }: { apart?: readonly string[] } = {},
): Promise<BundledFile[]> {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(ROOT),
    entryPoints: entries,
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    platform: "node",
    target: "node20",
    format: "esm",
    minify: true,
    legalComments: "external",
    banner: { js: apart.length > 0 ? "" : REQUIRE },
    define: { __TURNPIPE_VERSION__: JSON.stringify(await version()) },
    external: ["typescript"],
    plugins: [lightText, found(apart)],
    // The copy of Node's streams that ndjson brings along takes longer to load than ndjson itself.
    alias: { "readable-stream": "node:stream" },
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

/** What is loaded late and has a file of its own in `outdir` is found there, beside the entry. */
const found = (apart: readonly string[]): Plugin => ({
  name: "found",
  setup({ onResolve }) {
    onResolve({ filter: /\.js$/ }, ({ path, resolveDir, kind }) => {
      if (kind !== "dynamic-import") return null;
      const source = relative(fileURLToPath(ROOT), resolve(resolveDir, path)).replace(
        /\.js$/,
        ".ts",
      );
      return apart.includes(source) ? { path: `./${outputOf(source)}.js`, external: true } : null;
    });
  },
});

/** The name of an entry's file: its own, or its folder's where it is the main one there. */
export const outputOf = (source: string): string =>
  source === "commands/hook/main.ts" ? "hook" : basename(source, ".ts");

async function version(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL("package.json", ROOT), "utf8"));
  return (manifest as { version: string }).version;
}
