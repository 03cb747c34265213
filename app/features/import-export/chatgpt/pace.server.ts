import { setImmediate as macrotask } from 'node:timers/promises';

/** Answers may be streaming in the same process, so nothing here runs longer without a pause. */
const MAX_MS = 8;

/** Tells when to yield to the event loop. */
export class Pace {
  #since = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#since > MAX_MS;
  }

  async pause(): Promise<void> {
    await macrotask();
    this.#since = performance.now();
  }

  /** Runs a generator to its end, with pauses between its steps. */
  async through<Result>(work: Iterator<void, Result>): Promise<Result> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      if (this.isDue) await this.pause();
    }
  }
}
