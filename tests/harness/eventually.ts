/**
 * How long a test waits for a condition before it gives up. It only ends hangs, so it must be far longer than anything
 * takes on a busy machine.
 */
export const HANG_MS = 120_000;

/** For `vi.waitFor` and `expect.poll`. */
export const HANG = { timeout: HANG_MS, interval: 50 } as const;

/** For a whole test and its setup. */
export const TEST_HANG_MS = 300_000;

/** For a test that only `npm run test:long` runs: some take minutes, and a busy machine needs several times as long. */
export const LONG_TEST_HANG_MS = 900_000;
