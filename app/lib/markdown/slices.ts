/** How long a page can work between two frames without noticeable delay, in ms. */
const SLICE_MS = 8;

/** Work on many items that leaves the page responsive in between. */
export class Slices {
  private started = performance.now();

  /** Waits for the page's next free moment if the current one is used up. */
  async breathe(): Promise<void> {
    if (performance.now() - this.started >= SLICE_MS) await this.pause();
  }

  /** Waits for the page's next free moment in any case, before a step that fills one alone. */
  async pause(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.started = performance.now();
  }
}
