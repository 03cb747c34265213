/**
 * Stands between the two attempts at a text in JSON, which has no such character. Texts only grow while they are followed, so
 * an invalid first attempt stays where it is.
 */
export const ATTEMPT_MARK = '\u001e';

/** The attempt that counts, of a text that was requested with a format. */
export function lastAttempt(text: string): string {
  return text.slice(text.lastIndexOf(ATTEMPT_MARK) + 1);
}
