import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { build, type Plugin } from "esbuild";

const ROOT = new URL("../../", import.meta.url);

/** One file the bundler wrote. */
export interface BundledFile {
  readonly path: string;
  readonly bytes: number;
  /** The source files in it. */
  readonly sources: readonly string[];
}

/** Bundles entry files and what they need into `outdir`; what is shared or loaded late becomes chunks. */
export async function bundle(
  entries: Readonly<Record<string, string>>,
  outdir: string,
  plugins: readonly Plugin[] = [],
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
    // For `npm run coverage`; without a comment in the program that names them.
    sourcemap: process.env["SOURCE_MAPS"] === undefined ? false : "external",
    legalComments: "external",
    // The entry is all ours, and small.
    banner: { js: "turnpipe" in entries ? "" : REQUIRE },
    define: { __TURNPIPE_VERSION__: JSON.stringify(await version()) },
    external: ["typescript"],
    plugins: [lightText, ...plugins],
    // The copy of Node's streams that ndjson brings along takes longer to load than ndjson itself.
    alias: { "readable-stream": "node:stream" },
    metafile: true,
    logLevel: "warning",
  });
  return Object.entries(metafile.outputs).map(([path, { bytes, inputs }]) => ({
    path,
    bytes,
    sources: Object.keys(inputs),
  }));
}

/**
 * Bundles the whole program. Each way in is one file, because every file that is loaded takes a
 * moment; what they load late is bundled once more, for all of them together.
 */
export async function bundleProgram(outdir: string): Promise<BundledFile[]> {
  const late = new Map<string, string>();
  const files: BundledFile[] = [];
  for (const [name, source] of Object.entries(WAYS_IN)) {
    files.push(...(await bundle({ [name]: source }, outdir, [apart(late)])));
  }
  return [...files, ...(await bundle(Object.fromEntries(late), outdir))];
}

/** The entry starts the server before the rest is read; a push waits for the hook, a person for codex. */
const WAYS_IN = {
  turnpipe: "bin/turnpipe.ts",
  main: "commands/main.ts",
  hook: "commands/hook/main.ts",
  codex: "bin/as-codex.ts",
} as const;

/** Leaves our own late imports to files of their own, and writes down which they are. */
const apart = (late: Map<string, string>): Plugin => ({
  name: "apart",
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.js$/ }, ({ path, resolveDir, kind }) => {
      if (kind !== "dynamic-import") return null;
      const source = relative(fileURLToPath(ROOT), resolve(resolveDir, path));
      const file = source.replaceAll("\\", "/").replace(/\.js$/, ".ts");
      const wayIn = Object.entries(WAYS_IN).find(([, entry]) => entry === file)?.[0];
      if (wayIn !== undefined) return { path: `./${wayIn}.js`, external: true };
      const name = `late/${file.replace(/\.ts$/, "").replaceAll("/", "-")}`;
      late.set(name, file);
      return { path: `./${name}.js`, external: true };
    });
  },
});

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
