import { z } from 'zod';

import { AppError } from '~/lib/errors';

import type { ImportChoice } from '../page/transfer';
import { MAX_FILE_NAME, MAX_BYTES, MAX_CONVERSATIONS, MAX_FILES } from './limits';
import { importRefusals } from './refusals';

const newImport = z.object({
  files: z
    .array(
      z.object({
        // A longer one is cut, not refused: nobody chose it.
        name: z.string().transform((name) => name.slice(0, MAX_FILE_NAME)),
        size: z.number().int().min(1),
      }),
    )
    .min(1)
    .max(MAX_FILES),
});

const indexes = z.array(z.number().int().min(0).max(MAX_CONVERSATIONS)).max(MAX_CONVERSATIONS);
const choice = z.discriminatedUnion('all', [
  z.object({ all: z.literal(true), except: indexes }),
  z.object({ all: z.literal(false), only: indexes }),
]);

/** @throws AppError `invalid` */
export function parseNewImport(body: unknown): z.output<typeof newImport> {
  const parsed = newImport.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', importRefusals.unreadable);
  if (parsed.data.files.some(({ size }) => size > MAX_BYTES)) {
    throw new AppError('invalid', importRefusals.tooLarge);
  }
  return parsed.data;
}

/** @throws AppError `invalid` */
export function parseChoice(body: unknown): ImportChoice {
  const parsed = choice.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', importRefusals.unreadable);
  return parsed.data;
}
