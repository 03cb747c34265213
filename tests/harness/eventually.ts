/**
 * How long a test waits for a condition before it takes it for never coming. It ends a hang and measures nothing: it must be
 * far beyond what anything takes on a machine that is busy with other work.
 */
export const HANG_MS = 120_000;

/** For `vi.waitFor` and `expect.poll`. */
export const HANG = { timeout: HANG_MS, interval: 50 } as const;

/** For a whole test, and what is set up for it. */
export const TEST_HANG_MS = 300_000;
