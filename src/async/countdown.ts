/** A timer that can be paused, resumed and reset; it fires once. */
export class Countdown {
  readonly #totalMs: number;
  readonly #onElapsed: () => void;
  #leftMs: number;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #elapsed = false;

  constructor(totalMs: number, onElapsed: () => void) {
    this.#totalMs = totalMs;
    this.#leftMs = totalMs;
    this.#onElapsed = onElapsed;
  }

  /** Starts it, or resumes it with the time that was left. */
  start(): void {
    if (this.#timer !== undefined || this.#elapsed) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => {
      this.#elapsed = true;
      this.#onElapsed();
    }, this.#leftMs);
  }

  pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs = Math.max(this.#leftMs - (performance.now() - this.#startedAt), 0);
  }

  /** Restores the full time; keeps running if it ran, paused if not. */
  reset(): void {
    const wasRunning = this.#timer !== undefined;
    this.pause();
    this.#leftMs = this.#totalMs;
    if (wasRunning) this.start();
  }
}
