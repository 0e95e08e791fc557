import { execa } from "execa";

/** What a program says it is (`codex-cli 0.166.0`), for the explanation of a server that did not start. */
export async function identify(program: string, until?: AbortSignal): Promise<string | undefined> {
  const { stdout, exitCode } = await execa(program, ["--version"], {
    stdin: "ignore",
    timeout: 3000,
    forceKillAfterDelay: 500,
    reject: false,
    ...(until === undefined ? {} : { cancelSignal: until }),
  });
  const [first = ""] = stdout.split("\n");
  return exitCode === 0 && first !== "" ? first.slice(0, 200) : undefined;
}
