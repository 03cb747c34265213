/** The trial that a sign-up starts. */
export const TRIAL_DAYS = 7;
export const TRIAL_TOKENS = 25_000;

/** An answer is not started with room for fewer tokens than this, unless fewer were asked for. */
export const SMALLEST_ANSWER = 256;

/** What a bucket, and so one entry, can hold: the columns are 32 bits wide. */
export const MAX_TOKENS = 2_147_483_647;

/** Days of 24 hours: a trial is as long wherever its user lives. */
export function trialEnd(start: Date): Date {
  return new Date(start.getTime() + TRIAL_DAYS * 24 * 60 * 60 * 1000);
}
