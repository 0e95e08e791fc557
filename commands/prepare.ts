import type { AnswerCheck } from "../src/answer/schema.js";
import {
  extraDirectories,
  imagePaths,
  readJson,
  requireRepository,
  workingDirectory,
  writablePath,
} from "../src/input/files.js";
import type { UserInput } from "../src/protocol/app-server.js";
import type { TurnRequest } from "../src/session/turn.js";
import type { TurnOptions } from "./turn-options.js";

/** Where the results of a turn are written, besides stdout. */
export interface Destinations {
  output: string | undefined;
  diff: string | undefined;
  result: string | undefined;
}

/** A turn that is ready but for its prompt; everything that can be wrong before it costs is checked. */
export interface PreparedTurn {
  request(prompt: string): TurnRequest;
  destinations: Destinations;
  check: AnswerCheck | undefined;
}

/** Looks at the world a turn will run in. `cwd` is the caller's; files on the command line are from there. */
export async function prepareTurn(options: TurnOptions, cwd: string): Promise<PreparedTurn> {
  const workdir = workingDirectory(options.cd, cwd);
  const roots = extraDirectories(options.addDirs, cwd);
  const images = imagePaths(options.images, cwd);
  const place = (flag: string, file: string | undefined): string | undefined =>
    file === undefined ? undefined : writablePath(flag, file, cwd);
  const destinations = {
    output: place("--output", options.output),
    diff: place("--diff-file", options.diffFile),
    result: place("--result", options.result),
  };
  const { schema, check } = await answerSchema(options.outputSchema, cwd);
  if (!options.skipGitRepoCheck) requireRepository(workdir);
  const same = { cwd: workdir, approvalPolicy: "never" };
  return {
    destinations,
    check,
    request: (prompt) => ({
      thread: {
        ...same,
        model: options.model ?? null,
        workspaceRoots: [...new Set([workdir, ...roots])],
        sandbox: options.sandbox ?? null,
        ephemeral: options.ephemeral,
      },
      turn: {
        ...same,
        input: [...images.map(localImage), { type: "text", text: prompt }],
        effort: options.effort ?? null,
        summary: options.summary ?? null,
        outputSchema: schema,
      },
    }),
  };
}

const localImage = (path: string): UserInput => ({ type: "localImage", path });

/** The schema as it goes to the server, and as we check the answer against it. */
async function answerSchema(
  file: string | undefined,
  cwd: string,
): Promise<{ schema: unknown; check: AnswerCheck | undefined }> {
  if (file === undefined) return { schema: null, check: undefined };
  const schema = await readJson("--output-schema", file, cwd);
  // The validator is slow to load, and few runs need it.
  const { answerCheck } = await import("../src/answer/schema.js");
  return { schema, check: answerCheck(schema) };
}
