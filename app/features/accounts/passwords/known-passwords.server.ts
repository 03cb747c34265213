import { isLeaked } from '~/gateways/leaked-passwords/is-leaked.server';

import { FIELD_TEXTS } from '../texts';
import { normalizePassword } from './password-policy';

/** What guessers know of a new password, which the browser can't check, as a sentence; empty if nothing. */
export async function knownPasswordProblems(password: string): Promise<string[]> {
  const normalized = normalizePassword(password);
  if (await isCommon(normalized)) return [FIELD_TEXTS.passwordCommon];
  return (await isLeaked(normalized)) ? [FIELD_TEXTS.passwordLeaked] : [];
}

/** Whether it's one of the 49,000 most common ones, in capitals or not. */
async function isCommon(password: string): Promise<boolean> {
  // Loaded on first use: most processes never need its half a megabyte.
  const { default: list } = await import('./common-passwords.txt?raw');
  // One line each. Searching them takes a tenth of a millisecond, and a set of them would take 5 MB.
  return !password.includes('\n') && list.includes(`\n${password.toLowerCase()}\n`);
}
