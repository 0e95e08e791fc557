import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { SpinnerOptions, OraSpinner } from "../../src/output/spinner.js";
import { createSpinner } from "../../src/output/spinner.js";
import { MemoryStream } from "../helpers/memory-streams.js";

let clock = 0;
const now = () => clock;

beforeEach(() => {
  clock = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A fake of ora that records its calls. */
function fakeOra() {
  const log: string[] = [];
  const ora: OraSpinner = {
    text: "",
    interval: 80,
    clear: () => log.push("clear"),
    render: () => log.push(`render ${ora.text}`),
    stop: () => log.push("stop"),
  };
  return { log, load: () => Promise.resolve(ora) };
}

const spinnerOn = (stderr: MemoryStream, more: Partial<SpinnerOptions> = {}) =>
  createSpinner({ stderr, colour: false, now, ...more });

/** The promise of `load` is kept after the microtasks now waiting. */
const loaded = async () => {
  await Promise.resolve();
  await Promise.resolve();
};

describe("on a terminal", () => {
  test("says what goes on and for how long", async () => {
    vi.useFakeTimers();
    const { log, load } = fakeOra();
    const spinner = spinnerOn(MemoryStream.terminal(40), { load });
    spinner.setActivity("thinking");
    await loaded();
    clock = 2500;
    vi.advanceTimersByTime(80);
    spinner.setActivity(`running ${"x".repeat(80)}`);
    clock = 12_500;
    vi.advanceTimersByTime(80);
    spinner.stop();
    vi.advanceTimersByTime(800);
    expect(log).toEqual([
      "render thinking",
      "render thinking 2s",
      `render running ${"x".repeat(28)}…`,
      `render running ${"x".repeat(24)}… 10s`,
      "stop",
    ]);
  });

  test("steps aside for lines and comes back below them", async () => {
    const { log, load } = fakeOra();
    const spinner = spinnerOn(MemoryStream.terminal(80), { load });
    spinner.setActivity("thinking");
    spinner.above(() => log.push("a line before it is loaded"));
    await loaded();
    spinner.above(() => log.push("a line"));
    spinner.setActivity(null);
    spinner.above(() => log.push("a line with nothing going on"));
    spinner.stop();
    spinner.stop();
    spinner.above(() => log.push("a line after the end"));
    expect(log).toEqual([
      "a line before it is loaded",
      "render thinking",
      "clear",
      "a line",
      "render thinking",
      "clear",
      "clear",
      "a line with nothing going on",
      "stop",
      "a line after the end",
    ]);
  });

  test("does not begin when it was stopped while loading", async () => {
    const { log, load } = fakeOra();
    const spinner = spinnerOn(MemoryStream.terminal(80), { load });
    spinner.setActivity("thinking");
    spinner.stop();
    await loaded();
    expect(log).toEqual([]);
  });

  test("is done without when it cannot be loaded", async () => {
    const stderr = MemoryStream.terminal(80);
    const spinner = spinnerOn(stderr, { load: () => Promise.reject(new Error("no ora")) });
    spinner.setActivity("thinking");
    await loaded();
    spinner.above(() => stderr.write("a line\n"));
    spinner.stop();
    expect(stderr.text).toBe("a line\n");
  });

  test("does not keep the process alive", async () => {
    const timers = vi.spyOn(globalThis, "setInterval");
    const { load } = fakeOra();
    const spinner = spinnerOn(MemoryStream.terminal(80), { load });
    await loaded();
    expect(timers.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([
      false,
    ]);
    spinner.stop();
  });

  test("draws nothing while the terminal says it has no columns", async () => {
    const { log, load } = fakeOra();
    const stderr = MemoryStream.terminal(0);
    const spinner = spinnerOn(stderr, { load });
    spinner.setActivity("thinking");
    await loaded();
    stderr.columns = 80;
    spinner.setActivity("running");
    spinner.stop();
    expect(log).toEqual(["render running", "stop"]);
  });

  test("keeps still once the terminal is gone", async () => {
    const { log, load } = fakeOra();
    const stderr = MemoryStream.terminal(80);
    const spinner = spinnerOn(stderr, { load });
    await loaded();
    stderr.destroy();
    spinner.setActivity("thinking");
    spinner.above(() => log.push("write"));
    spinner.stop();
    expect(log).toEqual(["write"]);
  });
});

test("nothing is loaded for a pipe", () => {
  const load = vi.fn<NonNullable<SpinnerOptions["load"]>>();
  const stderr = new MemoryStream();
  const spinner = spinnerOn(stderr, { load });
  spinner.setActivity("thinking");
  spinner.above(() => stderr.write("a line\n"));
  spinner.stop();
  expect(load).not.toHaveBeenCalled();
  expect(stderr.text).toBe("a line\n");
});

test("ora draws frames, hides no cursor and hooks neither signals nor streams", async () => {
  vi.stubEnv("TERM", "xterm");
  vi.stubEnv("CI", undefined);
  const stderr = MemoryStream.terminal(80);
  const { write } = stderr;
  const signals = () =>
    ["SIGINT", "SIGTERM", "SIGHUP", "exit"].map((s) => process.listenerCount(s));
  const before = signals();

  const spinner = spinnerOn(stderr, { colour: true });
  spinner.setActivity("thinking");
  await vi.waitUntil(() => stderr.text !== "");
  spinner.above(() => stderr.write("a line\n"));
  const hooked = stderr.write !== write;
  spinner.stop();

  // Without the terminal's own marks around each frame; a slow machine may draw one more of them.
  const shown = stderr.text.replace(/\u{1B}\[\?2026[hl]/gu, "");
  expect(shown.replace(/[⠀-⣿]|(?<=m)[-\\|/](?=\u{1B})/gu, "*").replace(REDRAWN, "")).toBe(
    "<home>\u{1B}[36m*\u{1B}[39m thinking" +
      "<home><wipe>a line\n" +
      "<home>\u{1B}[36m*\u{1B}[39m thinking" +
      "<home><wipe>",
  );
  expect({ hooked, signals: signals() }).toEqual({ hooked: false, signals: before });
});

const REDRAWN = /<home><wipe>(?=\u{1B}\[36m)\u{1B}\[36m\*\u{1B}\[39m thinking/gu;
