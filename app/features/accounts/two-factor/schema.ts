import { z } from 'zod';

/** A code of the app, or a backup code. No body counts as an empty one. */
export const givenCode = z
  .object({ code: z.string().max(100).default('') })
  .nullable()
  .transform((sent) => sent ?? { code: '' });
