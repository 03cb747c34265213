import { z } from 'zod';

// What the routes of jobs take.

/** Whether an email tells of the end, or word that a tab has shown it. */
export const jobMark = z.union([
  z.object({ mail: z.boolean() }),
  z.object({ seen: z.literal(true) }),
]);

/** With a key it may be sent twice. */
export const repeat = z
  .object({ clientKey: z.uuid().optional() })
  .nullable()
  .transform((body) => body ?? {});
