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

import type { Runtime } from "../context.js";

/** Where a result is written, once links are followed. */
export type Target =
  /** A regular file, there already or not: replaced as a whole. */
  | { kind: "file"; path: string }
  /** A named pipe, a device, or what another process has open: written to as it stands. */
  | { kind: "stream"; path: string; isPipe: boolean }
  /** A file that we were given open: written where it stands, because others write to it, too. */
  | { kind: "descriptor"; fd: number }
  | { kind: "stdout" | "stderr" };

export type OwnStreams = Pick<Runtime, "stdout" | "stderr">;

/** Finds out what a path leads to; throws what stands in the way of writing to it. */
export function targetOf(path: string, own: OwnStreams): Target {
  const place = followLinks(path);
  if (place.descriptor !== undefined) return descriptorTarget(place.path, place.descriptor);
  const stats = statSync(place.path, { throwIfNoEntry: false });
  if (stats === undefined) {
    accessSync(dirname(place.path), constants.W_OK);
    return { kind: "file", path: place.path };
  }
  refuseUnwritable(stats);
  const stream = streamAt(stats, own);
  if (stream !== undefined) return { kind: stream };
  accessSync(place.path, constants.W_OK);
  return stats.isFile()
    ? { kind: "file", path: place.path }
    : { kind: "stream", path: place.path, isPipe: stats.isFIFO() };
}

interface Place {
  path: string;
  /** The process and the number, where it is an open file: `/dev/stdout`, `/dev/fd/3`, `/proc/7/fd/1`. */
  descriptor?: { pid: string | undefined; fd: number };
}

/** The file itself, which need not be there. What is open is not followed to the name it once had. */
function followLinks(path: string, hops = MAX_LINKS): Place {
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

/** As many as Linux follows. */
const MAX_LINKS = 40;

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function descriptorTarget(path: string, { pid, fd }: NonNullable<Place["descriptor"]>): Target {
  const isOwn = pid === undefined || pid === basename(realpathSync("/proc/self"));
  if (isOwn && fd === 1) return { kind: "stdout" };
  if (isOwn && fd === 2) return { kind: "stderr" };
  const stats = isOwn ? fstatSync(fd) : statSync(path);
  refuseUnwritable(stats);
  if (!isOwn || !stats.isFile()) {
    if (isOwn && isInternal(fd)) throw new Error("it was not open when this program began");
    accessSync(path, constants.W_OK);
    return { kind: "stream", path, isPipe: false };
  }
  if (accessModeOf(fd) === constants.O_RDONLY) throw new Error("it is open for reading only");
  return { kind: "descriptor", fd };
}

function refuseUnwritable(stats: Stats): void {
  if (stats.isDirectory()) throw new Error("it is a directory");
  if (stats.isSocket()) throw new Error("it is a socket");
  const isKnown =
    stats.isFile() || stats.isFIFO() || stats.isCharacterDevice() || stats.isBlockDevice();
  if (!isKnown) throw new Error("it is neither a file nor a pipe nor a device");
}

/** A file or a pipe that stdout or stderr was redirected to: to replace it would cut that off. */
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

/** A pipe that Node talks to itself over: both of its ends are ours. */
function isInternal(fd: number): boolean {
  const pipe = linkAt(`/proc/self/fd/${String(fd)}`);
  if (pipe?.startsWith("pipe:") !== true) return false;
  return readdirSync("/proc/self/fd").some(
    (other) =>
      linkAt(`/proc/self/fd/${other}`) === pipe && accessModeOf(Number(other)) !== accessModeOf(fd),
  );
}

/** How a descriptor is open; undefined where the system does not tell. */
function accessModeOf(fd: number): number | undefined {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${String(fd)}`, "latin1");
    const [, flags = ""] = /^flags:\s*([0-7]+)/m.exec(info) ?? [];
    return flags === "" ? undefined : Number.parseInt(flags, 8) & 3;
  } catch {
    return undefined;
  }
}
