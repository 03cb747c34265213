import { z } from 'zod';

/** '' for anyone with the link. */
export const newInvitation = z.object({ email: z.string().max(1_000) });
