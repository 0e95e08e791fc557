import { fileURLToPath } from "node:url";

import { defineConfig, globalIgnores } from "eslint/config";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

import { importOrder } from "./helpers/import-order.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const HOUSE = ["bin/**/*.ts", "commands/**/*.ts", "config/**/*.ts", "src/**/*.ts"];

/** Hold for every file, scripts and fixtures included; none of them needs types. */
const everywhere = {
  eqeqeq: "error",
  "house/import-order": "error",
  "no-cond-assign": "error",
  "no-console": "error",
  "no-constant-binary-expression": "error",
  "no-constant-condition": ["error", { checkLoops: false }],
  "no-dupe-else-if": "error",
  "no-duplicate-case": "error",
  "no-duplicate-imports": ["error", { allowSeparateTypeImports: true }],
  "no-empty": "error",
  "no-fallthrough": "error",
  "no-restricted-imports": [
    "error",
    { paths: [{ name: "node:process", message: "Only bin reads the process, as a global." }] },
  ],
  "no-restricted-properties": [
    "error",
    { object: "process", property: "exit", message: "It loses output: set process.exitCode." },
  ],
  "no-self-assign": "error",
  "no-self-compare": "error",
  "no-template-curly-in-string": "error",
  "no-unreachable-loop": "error",
  "no-unsafe-finally": "error",
  "no-useless-catch": "error",
  "no-useless-escape": "error",
};

/** What the strict set lacks, and what it says too loudly for this house. */
const typed = {
  "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
  "@typescript-eslint/switch-exhaustiveness-check": [
    "error",
    { considerDefaultExhaustiveForUnions: false },
  ],
  "@typescript-eslint/no-unused-expressions": "error",
  "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
  "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
  "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
  // `name || "fallback"` is right where an empty name is no name.
  "@typescript-eslint/prefer-nullish-coalescing": ["error", { ignorePrimitives: { string: true } }],
  // A silent object is made of empty functions.
  "@typescript-eslint/no-empty-function": "off",
  // Our objects are closures without `this`.
  "@typescript-eslint/unbound-method": "off",
  // It does not see that a callback changed the variable.
  "@typescript-eslint/no-unnecessary-condition": "off",
  // It asks for the `!` that another rule forbids.
  "@typescript-eslint/non-nullable-type-assertion-style": "off",
  // An async function turns a throw into a rejection, with or without an await.
  "@typescript-eslint/require-await": "off",
};

export default defineConfig(
  globalIgnores(["dist/", "node_modules/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.{js,mjs}"],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
  },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: "test/tsconfig.json", tsconfigRootDir: ROOT },
    },
    rules: typed,
  },
  {
    files: ["**/*.{js,mjs,ts}"],
    plugins: { house: { rules: { "import-order": importOrder } } },
    rules: everywhere,
  },
  {
    files: HOUSE,
    plugins: { regexp },
    rules: {
      // A pattern meets texts of a model and of a server: it has to take linear time on all of them.
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": [
        "error",
        { report: "potential", ignoreSticky: false, ignorePartial: false },
      ],
      "max-lines": ["error", { max: 250 }],
      "max-lines-per-function": ["error", { max: 60 }],
    },
  },
  {
    files: ["test/**/*.{js,ts}", "fixtures/**/*.{mjs,ts}"],
    rules: {
      "max-lines": ["error", { max: 400 }],
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
);
