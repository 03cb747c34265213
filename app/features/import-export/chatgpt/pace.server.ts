import { setImmediate as macrotask } from 'node:timers/promises';

/** Live answers stream in the same process: nothing here works longer at a stretch. */
const MAX_MS = 8;

/** Leaves the process to others now and then. */
export class Pace {
  #since = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#since > MAX_MS;
  }

  async pause(): Promise<void> {
    await macrotask();
    this.#since = performance.now();
  }

  /** To the end of what pauses by itself. */
  async through<Result>(work: Iterator<void, Result>): Promise<Result> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      if (this.isDue) await this.pause();
    }
  }
}
