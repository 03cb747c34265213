import { z } from 'zod';

import { AppError } from '~/lib/errors';
import { storable } from '~/lib/text/storable';

import { MAX_IGNORED, MAX_KEY } from './check-voice';

/** What a request says of a finding: to ignore it in this text, or not any longer. */
export const ignoredFinding = z.object({
  key: z.string().min(1).max(MAX_KEY),
  ignored: z.boolean(),
});

/** The keys of a text after a request. @throws AppError `invalid` when there are too many */
export function withIgnored(
  keys: readonly string[],
  { key, ignored }: z.infer<typeof ignoredFinding>,
): string[] {
  const stored = storable(key);
  const others = keys.filter((one) => one !== stored);
  if (!ignored || stored === '') return others;
  if (others.length >= MAX_IGNORED) {
    throw new AppError(
      'invalid',
      `You can ignore up to ${MAX_IGNORED} findings in a text. Change or remove a voice rule instead.`,
    );
  }
  return [...others, stored];
}

/** Keys that an archive brings, as they may be stored. */
export function checkedKeys(keys: readonly string[]): string[] {
  const stored = keys.slice(0, MAX_IGNORED).map((key) => storable(key.slice(0, MAX_KEY)));
  return [...new Set(stored)].filter((key) => key !== '');
}
