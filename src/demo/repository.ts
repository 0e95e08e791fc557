import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Creates an empty git repository with these files in `dir`, without running git. */
export async function makeRepository(
  dir: string,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  await mkdir(join(dir, ".git", "objects"), { recursive: true });
  await mkdir(join(dir, ".git", "refs"));
  for (const [path, text] of Object.entries({ ...GIT_FILES, ...files })) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
}

// The least that git accepts as a repository (gitrepository-layout).
const GIT_FILES = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/config": "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n",
};
