import { z } from 'zod';

// What requests about jobs bring.

/** Whether an email announces the end, or that a tab has announced it. */
export const jobMark = z.union([
  z.object({ mail: z.boolean() }),
  z.object({ seen: z.literal(true) }),
]);

/** With a key, it can be sent twice. */
export const repeat = z
  .object({ clientKey: z.uuid().optional() })
  .nullable()
  .transform((body) => body ?? {});
