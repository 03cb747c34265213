import { DAY_MS } from '~/lib/time';

/** Of the trial that a sign-up starts. */
export const TRIAL_DAYS = 7;
export const TRIAL_TOKENS = 25_000;

/** An answer isn't started with room for fewer tokens, unless its maximum is lower. */
export const SMALLEST_ANSWER = 256;

/** What a bucket or an entry can hold: the columns are 32 bits wide. */
export const MAX_TOKENS = 2_147_483_647;

/** In days of 24 hours, so that a trial is equally long in every time zone. */
export function trialEnd(start: Date): Date {
  return new Date(start.getTime() + TRIAL_DAYS * DAY_MS);
}
