import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A directory link in `src`, and where it really leads. */
export interface Shape {
  name: string;
  /** The target as it is written into the link. */
  target: (place: Place) => string;
  /** Where that is: below the root, or below the directory outside. */
  real: { inside: string } | { outside: string };
  /** Whether only a rule that names that place opens what is in it. */
  isProtected?: boolean;
  /** Whether it leads to the top of a git directory, whatever that is called. */
  isGitDirectory?: boolean;
  /** A link outside of the root that it passes on its way. */
  through?: string;
}

export interface Place {
  root: string;
  outside: string;
  /** What `core.hooksPath` may name. */
  hooks: string;
}

/** Every way of this table in which a link can lead somewhere. */
export const SHAPES: readonly Shape[] = [
  { name: "absolute, out", target: ({ outside }) => outside, real: { outside: "" } },
  { name: "relative, out", target: () => "../../outside", real: { outside: "" } },
  { name: "up and down, out", target: () => "../src/../../outside/.", real: { outside: "" } },
  { name: "a link to a link, out", target: () => "a-link", real: { outside: "" } },
  { name: "below a link, out", target: () => "a-link/deep", real: { outside: "deep" } },
  { name: "up behind a link, out", target: () => "a-link/deep/..", real: { outside: "" } },
  {
    name: "to a link that is outside",
    target: () => "a-link/on",
    real: { outside: "deep" },
    through: "on",
  },
  { name: "to nothing yet, out", target: () => "../../outside/none", real: { outside: "none" } },
  {
    name: "to a sibling of the root",
    target: ({ root }) => `${root}-2`,
    real: { outside: "../root-2" },
  },
  {
    name: "out and back in",
    target: ({ outside }) => `${outside}/back`,
    real: { inside: "src/real" },
    through: "back",
  },
  { name: "to .git", target: () => "../.git", real: { inside: ".git" }, isProtected: true },
  {
    name: "into .git",
    target: () => "../.git/hooks",
    real: { inside: ".git/hooks" },
    isProtected: true,
  },
  {
    name: "to .git through a link",
    target: () => "a-git-link/hooks",
    real: { inside: ".git/hooks" },
    isProtected: true,
  },
  { name: "to .GIT", target: () => "../.GIT", real: { inside: ".GIT" }, isProtected: true },
  {
    name: "to a .git below",
    target: () => "../lib/.git",
    real: { inside: "lib/.git" },
    isProtected: true,
  },
  {
    name: "to .codex",
    target: ({ root }) => `${root}/.codex`,
    real: { inside: ".codex" },
    isProtected: true,
  },
  {
    name: "to .agents",
    target: () => "../.agents",
    real: { inside: ".agents" },
    isProtected: true,
  },
  {
    name: "to .husky, not there yet",
    target: () => "../.husky",
    real: { inside: ".husky" },
    isProtected: true,
  },
  {
    name: "to a bare repository",
    target: () => "../bare",
    real: { inside: "bare" },
    isProtected: true,
    isGitDirectory: true,
  },
  {
    name: "to the git directory of a worktree",
    target: () => "../gits/tree",
    real: { inside: "gits/tree" },
    isProtected: true,
    isGitDirectory: true,
  },
  {
    name: "to the hooks of core.hooksPath",
    target: () => "../scripts/hooks",
    real: { inside: "scripts/hooks" },
    isProtected: true,
  },
  { name: "to the root", target: () => "..", real: { inside: "" } },
  { name: "to another directory inside", target: () => "../lib", real: { inside: "lib" } },
  { name: "to a neighbour", target: () => "real", real: { inside: "src/real" } },
  {
    name: "to a neighbour, absolute",
    target: ({ root }) => `${root}/src/real`,
    real: { inside: "src/real" },
  },
];

/** A file behind a link: it is there, it is not, its directory is not. */
export const FILES = ["old.txt", "new.txt", "no/such/new.txt"];

/** Makes a root with every link of the table: `src/dir-N`, and `src/file-N-M` to a file of its own. */
export async function makeLinks(base: string): Promise<Place> {
  const root = join(base, "root");
  const place = { root, outside: join(base, "outside"), hooks: join(root, "scripts/hooks") };
  await layOut(place);
  for (const [at, { target }] of SHAPES.entries()) {
    await symlink(target(place), join(root, `src/dir-${at}`));
    for (const [of, file] of FILES.entries()) {
      await symlink(`${target(place)}/${file}`, join(root, `src/file-${at}-${of}`));
    }
  }
  return place;
}

const INSIDE = [
  "",
  "src/real",
  "lib",
  "lib/.git",
  ".git",
  ".git/hooks",
  ".GIT",
  ".codex",
  ".agents",
];
const GIT = ["bare/HEAD", "bare/objects/x", "bare/refs/x", "gits/tree/HEAD", "gits/tree/commondir"];

async function layOut({ root, outside, hooks }: Place): Promise<void> {
  const files = [
    ...[...INSIDE, "bare", "gits/tree"].map((directory) => join(root, directory, "old.txt")),
    ...[outside, join(outside, "deep"), `${root}-2`, hooks].map((directory) =>
      join(directory, "old.txt"),
    ),
    ...GIT.map((file) => join(root, file)),
  ];
  for (const file of files) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, "old\n");
  }
  await symlink(outside, join(root, "src/a-link"));
  await symlink("../.git", join(root, "src/a-git-link"));
  await symlink("deep", join(outside, "on"));
  await symlink(join(root, "src/real"), join(outside, "back"));
}
