import { z } from 'zod';

import { MAX_CONVERSATIONS, MAX_FILE_NAME, MAX_FILES } from './limits';

// What the routes of imports take.

export const newImport = z.object({
  files: z
    .array(
      z.object({
        // A longer one is cut, not refused: no one chose it.
        name: z.string().transform((name) => name.slice(0, MAX_FILE_NAME)),
        size: z.number().int().min(1),
      }),
    )
    .min(1)
    .max(MAX_FILES),
});

const indexes = z.array(z.number().int().min(0).max(MAX_CONVERSATIONS)).max(MAX_CONVERSATIONS);

/** What is to come in. */
export const importChoice = z.discriminatedUnion('all', [
  z.object({ all: z.literal(true), except: indexes }),
  z.object({ all: z.literal(false), only: indexes }),
]);
