import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** What decides whether there is a browser, and which. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  /** Whether somebody looks at what we say. */
  isTTY: boolean;
}

/** The command that shows an address to the person in front of this machine, where there is one. */
export function browserFor(
  url: string,
  { env, platform, isTTY }: Surroundings,
): readonly [string, ...string[]] | undefined {
  // The address comes from a server: only what cannot be taken for anything else is handed on.
  if (!isTTY || !/^https?:\/\//.test(url)) return undefined;
  if (["SSH_CONNECTION", "SSH_TTY", "CI"].some((name) => (env[name] ?? "") !== ""))
    return undefined;
  const own = ownBrowser(env["BROWSER"] ?? "", url);
  if (own !== undefined) return own;
  if (platform === "darwin") return ["open", url];
  const screen = (env["DISPLAY"] ?? "") !== "" || (env["WAYLAND_DISPLAY"] ?? "") !== "";
  return screen && isOnPath("xdg-open", env["PATH"]) ? ["xdg-open", url] : undefined;
}

/** `$BROWSER` is a list of commands; `%s` in one stands for the address. */
function ownBrowser(list: string, url: string): [string, ...string[]] | undefined {
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
