import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long for their size. */
const LONG = [
  "test/differential/scenarios.test.ts",
  "test/cli/doc-lines.test.ts",
  "test/faults/signals.test.ts",
  "test/hostile/files.test.ts",
  "test/hostile/redaction.test.ts",
  "test/hostile/growth.test.ts",
];

/**
 * Begins each project with what takes longest, so that no worker runs alone at the end. Vitest knows that
 * only from an earlier run, and goes by the size of a file without one.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const names = new Set(sorted.map(({ project }) => project.name));
    return [...names].flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean =>
  LONG.some((path) => moduleId.endsWith(path));
