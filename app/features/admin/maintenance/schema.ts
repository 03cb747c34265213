import { z } from 'zod';

/** The end as a field of type datetime-local has it. */
export const typedAnnouncement = z.object({
  text: z.string().max(10_000),
  until: z.string().max(40),
});
