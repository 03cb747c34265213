import { z } from 'zod';

import { AppError } from '~/lib/errors';

// Lengths are the use case's to judge: it has the words for them.
const written = z.object({ name: z.string(), text: z.string() });
const changed = written.extend({ version: z.number().int() });
const starters = z.union([z.object({ hide: z.string() }), z.object({ showAll: z.literal(true) })]);

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', 'This prompt could not be read.');
  return parsed.data;
}

/** @throws AppError `invalid` */
export const parsePrompt = (body: unknown) => read(written, body);
/** @throws AppError `invalid` */
export const parsePromptChange = (body: unknown) => read(changed, body);
/** @throws AppError `invalid` */
export const parseStarters = (body: unknown) => read(starters, body);
