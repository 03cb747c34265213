import { z } from 'zod';

import { CONTACT_STATES } from '~/features/help';

// What the routes of the inbox take.

export const stateChange = z.object({ state: z.enum(CONTACT_STATES) });
/** The page gives the id, so that a repeated request makes one reply. */
export const newReply = z.object({ id: z.uuid(), text: z.string().max(100_000) });
