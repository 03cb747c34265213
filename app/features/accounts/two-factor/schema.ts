import { z } from 'zod';

/** A code of the app, or a backup code. No body counts as an empty code. */
export const codeBody = z
  .object({ code: z.string().max(100).default('') })
  .nullable()
  .transform((body) => body ?? { code: '' });
