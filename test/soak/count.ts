import { readdir, readFile } from "node:fs/promises";

/** What a leak would add to. */
export interface Count {
  readonly processes: number;
  readonly descriptors: number;
  readonly files: number;
}

/** Counts the living processes below us, our open files, and what lies in a folder. Linux only. */
export async function count(folder: string): Promise<Count> {
  const [processes, descriptors, files] = await Promise.all([
    descendants(process.pid),
    readdir("/proc/self/fd"),
    readdir(folder, { recursive: true }),
  ]);
  return { processes, descriptors: descriptors.length, files: files.length };
}

async function descendants(pid: number): Promise<number> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  let total = 0;
  for (const task of tasks) {
    const text = await readFile(`/proc/${pid}/task/${task}/children`, "utf8").catch(() => "");
    for (const child of text.split(" ").filter(Boolean))
      total += 1 + (await descendants(Number(child)));
  }
  return total;
}
