import { z } from 'zod';

// What requests to the endpoints of imports bring.

/** An export may come in shards. */
const MAX_FILES = 50;
const MAX_FILE_NAME = 255;
/** Of one export; all of them may be chosen one by one. */
export const MAX_CONVERSATIONS = 200_000;

export const newImport = z.object({
  files: z
    .array(
      z.object({
        // A longer name is cut, not refused: services choose it, not people.
        name: z.string().transform((name) => name.slice(0, MAX_FILE_NAME)),
        size: z.number().int().min(1),
      }),
    )
    .min(1)
    .max(MAX_FILES),
});

const indexes = z.array(z.number().int().min(0).max(MAX_CONVERSATIONS)).max(MAX_CONVERSATIONS);

/** Which candidates to import. */
export const importChoice = z.discriminatedUnion('all', [
  z.object({ all: z.literal(true), except: indexes }),
  z.object({ all: z.literal(false), only: indexes }),
]);
