import type { Stats } from "node:fs";
import {
  accessSync,
  constants,
  fstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import type { RunContext } from "../context.js";

/** Where a result is written, once links are followed. */
export type Target =
  /** A regular file, existing or not: replaced as a whole. */
  | { kind: "file"; path: string }
  /** A named pipe, a device, or what another process has open: appended to. */
  | { kind: "stream"; path: string; isPipe: boolean }
  /**
   * A file that was open when the program started: written at its current offset, because others write
   * to it too.
   */
  | { kind: "descriptor"; fd: number }
  | { kind: "stdout" | "stderr" };

export type OwnStreams = Pick<RunContext, "stdout" | "stderr">;

/** Resolves what a path refers to; throws if it cannot be written to. */
export function targetOf(path: string, own: OwnStreams): Target {
  const resolved = followLinks(path);
  if (resolved.descriptor !== undefined)
    return descriptorTarget(resolved.path, resolved.descriptor);
  const stats = statSync(resolved.path, { throwIfNoEntry: false });
  if (stats === undefined) {
    accessSync(dirname(resolved.path), constants.W_OK);
    return { kind: "file", path: resolved.path };
  }
  throwIfUnwritable(stats);
  const stream = streamAt(stats, own);
  if (stream !== undefined) return { kind: stream };
  accessSync(resolved.path, constants.W_OK);
  return stats.isFile()
    ? { kind: "file", path: resolved.path }
    : { kind: "stream", path: resolved.path, isPipe: stats.isFIFO() };
}

interface ResolvedPath {
  path: string;
  /** Process and number, if the path is a file descriptor: `/dev/stdout`, `/dev/fd/3`, `/proc/7/fd/1`. */
  descriptor?: { pid: string | undefined; fd: number };
}

/**
 * Follows links to the file, which need not exist. A descriptor is not followed to the name it was
 * opened by.
 */
function followLinks(path: string, hops = MAX_LINKS): ResolvedPath {
  const folder = realpathSync(dirname(path));
  const real = join(folder, basename(path));
  const [isTable, pid] = /^(?:\/dev|\/proc\/(\d+)(?:\/task\/\d+)?)\/fd$/.exec(folder) ?? [];
  if (isTable !== undefined && /^\d+$/.test(basename(path))) {
    return { path: real, descriptor: { pid, fd: Number(basename(path)) } };
  }
  const link = linkAt(real);
  if (link === undefined) return { path: real };
  if (hops === 0) throw new Error("too many symbolic links");
  return followLinks(resolve(folder, link), hops - 1);
}

/** The same limit as on Linux. */
const MAX_LINKS = 40;

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function descriptorTarget(
  path: string,
  { pid, fd }: NonNullable<ResolvedPath["descriptor"]>,
): Target {
  const isOwn = pid === undefined || pid === basename(realpathSync("/proc/self"));
  if (isOwn && fd === 1) return { kind: "stdout" };
  if (isOwn && fd === 2) return { kind: "stderr" };
  const stats = isOwn ? fstatSync(fd) : statSync(path);
  throwIfUnwritable(stats);
  if (!isOwn || !stats.isFile()) {
    if (isOwn && isInternal(fd)) throw new Error("it was not open when this program started");
    accessSync(path, constants.W_OK);
    return { kind: "stream", path, isPipe: false };
  }
  if (accessModeOf(fd) === constants.O_RDONLY) throw new Error("it is open for reading only");
  return { kind: "descriptor", fd };
}

function throwIfUnwritable(stats: Stats): void {
  if (stats.isDirectory()) throw new Error("it is a directory");
  if (stats.isSocket()) throw new Error("it is a socket");
  const isKnown =
    stats.isFile() || stats.isFIFO() || stats.isCharacterDevice() || stats.isBlockDevice();
  if (!isKnown) throw new Error("it is neither a file nor a pipe nor a device");
}

/**
 * Detects a file or a pipe that stdout or stderr is redirected to: replacing it would detach the
 * stream.
 */
function streamAt(stats: Stats, { stdout, stderr }: OwnStreams): "stdout" | "stderr" | undefined {
  if (!stats.isFile() && !stats.isFIFO()) return undefined;
  const isSame = (stream: object): boolean => {
    const { fd } = stream as { fd?: unknown };
    if (typeof fd !== "number") return false;
    const { dev, ino } = fstatSync(fd);
    return dev === stats.dev && ino === stats.ino;
  };
  return isSame(stdout) ? "stdout" : isSame(stderr) ? "stderr" : undefined;
}

/** Whether a descriptor is an internal pipe of Node: both of its ends are open in this process. */
function isInternal(fd: number): boolean {
  const pipe = linkAt(`/proc/self/fd/${String(fd)}`);
  if (pipe?.startsWith("pipe:") !== true) return false;
  return readdirSync("/proc/self/fd").some(
    (other) =>
      linkAt(`/proc/self/fd/${other}`) === pipe && accessModeOf(Number(other)) !== accessModeOf(fd),
  );
}

/** The access mode of a descriptor; undefined where there is no /proc. */
function accessModeOf(fd: number): number | undefined {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${String(fd)}`, "latin1");
    const [, flags = ""] = /^flags:\s*([0-7]+)/m.exec(info) ?? [];
    return flags === "" ? undefined : Number.parseInt(flags, 8) & 3;
  } catch {
    return undefined;
  }
}
