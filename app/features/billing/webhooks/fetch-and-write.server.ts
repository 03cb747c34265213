const MAX_TRIES = 20;
const MAX_PAUSE_MS = 80;

/**
 * Repeats reading what is stored, asking Stripe, and writing, until no one else has written in between: an answer is
 * never written over a newer one, and no lock is held while Stripe is asked. `round` returns null when someone was
 * quicker.
 */
export async function fetchAndWrite<T>(about: string, round: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const result = await round();
    if (result !== null) return result;
    const ms = Math.random() * MAX_PAUSE_MS * (tries + 1);
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  throw new Error(`${about} changes faster than it can be read`);
}
