import { z } from 'zod';

import { formatNumber } from '~/lib/format/numbers';
import { storable } from '~/lib/text/storable';

import { MAX_SEED } from './media';

// What several schemas of media share.

export const text = z.string().transform((value) => storable(value).trim());

export function prompt(max: number, missing: string) {
  const tooLong = () => `A prompt can have up to ${formatNumber(max)} characters.`;
  return text.pipe(z.string().min(1, missing).max(max, { error: tooLong }));
}

export const model = z.string().min(1).max(200);
export const seed = z.int().min(0).max(MAX_SEED);
