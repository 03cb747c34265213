import { z } from 'zod';

/** '' for whoever has the link. */
export const newInvitation = z.object({ email: z.string().max(1_000) });
