/** A timer that can be held and let go on; it rings once. */
export class Countdown {
  readonly #totalMs: number;
  readonly #ring: () => void;
  #leftMs: number;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  #rung = false;

  constructor(totalMs: number, ring: () => void) {
    this.#totalMs = totalMs;
    this.#leftMs = totalMs;
    this.#ring = ring;
  }

  /** Goes on from where it was held. */
  run(): void {
    if (this.#timer !== undefined || this.#rung) return;
    this.#since = performance.now();
    this.#timer = setTimeout(() => {
      this.#rung = true;
      this.#ring();
    }, this.#leftMs);
  }

  hold(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs = Math.max(this.#leftMs - (performance.now() - this.#since), 0);
  }

  /** All of the time is there again; held or running, it stays so. */
  rewind(): void {
    const ran = this.#timer !== undefined;
    this.hold();
    this.#leftMs = this.#totalMs;
    if (ran) this.run();
  }
}
