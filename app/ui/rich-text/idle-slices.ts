/** As much as a page can do between two frames without being felt, in ms. */
const SLICE_MS = 8;

/** Work on many things that leaves the page free to answer in between. */
export class Slices {
  private started = performance.now();

  /** Waits for the page's next free moment, if the present one has been used up. */
  async breathe(): Promise<void> {
    if (performance.now() - this.started < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.started = performance.now();
  }
}
