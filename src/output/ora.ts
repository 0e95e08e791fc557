/** Loaded on demand as a file of its own: bundled with main it would split that into two files. */
export { default as createOra } from "ora";
