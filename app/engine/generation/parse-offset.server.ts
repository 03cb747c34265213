import { z } from 'zod';

import { AppError } from '~/lib/errors';

const offset = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Where a reader wants to go on, in UTF-16 units; from the beginning when it does not say. @throws AppError `invalid` */
export function parseOffset(search: URLSearchParams): number {
  const parsed = offset.safeParse(search.get('offset') ?? '0');
  if (!parsed.success) throw new AppError('invalid', 'This place in the text does not exist.');
  return parsed.data;
}
