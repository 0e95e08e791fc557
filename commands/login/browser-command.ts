import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** What the choice of a browser depends on. */
export interface BrowserContext {
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  /** Whether stderr is a terminal. */
  isTTY: boolean;
}

/** The command that opens a URL in a browser on this machine; undefined if there is none. */
export function browserFor(
  url: string,
  { env, platform, isTTY }: BrowserContext,
): readonly [string, ...string[]] | undefined {
  // The URL comes from a server: only http(s) URLs, which cannot be mistaken for options, are passed on.
  if (!isTTY || !/^https?:\/\//.test(url)) return undefined;
  if (["SSH_CONNECTION", "SSH_TTY", "CI"].some((name) => (env[name] ?? "") !== ""))
    return undefined;
  const fromEnv = browserFromEnv(env["BROWSER"] ?? "", url);
  if (fromEnv !== undefined) return fromEnv;
  if (platform === "darwin") return ["open", url];
  const hasDisplay = (env["DISPLAY"] ?? "") !== "" || (env["WAYLAND_DISPLAY"] ?? "") !== "";
  return hasDisplay && isOnPath("xdg-open", env["PATH"]) ? ["xdg-open", url] : undefined;
}

/** The first command of the list in `$BROWSER`, with the URL in place of `%s` or at the end. */
function browserFromEnv(list: string, url: string): [string, ...string[]] | undefined {
  const [first = ""] = list.split(":");
  const [file, ...args] = first.split(/\s+/).filter((word) => word !== "");
  if (file === undefined) return undefined;
  if (!args.some((word) => word.includes("%s"))) return [file, ...args, url];
  return [file, ...args.map((word) => word.replaceAll("%s", () => url))];
}

function isOnPath(program: string, path = ""): boolean {
  return path.split(delimiter).some((folder) => folder !== "" && isExecutable(folder, program));
}

function isExecutable(folder: string, program: string): boolean {
  try {
    accessSync(join(folder, program), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
