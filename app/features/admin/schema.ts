import { z } from 'zod';

import { SECOND_FACTOR_FOR } from '~/features/accounts';
import { CONTACT_STATES } from '~/features/help';

export const stateChange = z.object({ state: z.enum(CONTACT_STATES) });

/** The page creates the id, so that a repeated request makes one reply. */
export const newReply = z.object({ id: z.uuid(), text: z.string().max(100_000) });

/** '' for anyone with the link. */
export const newInvitation = z.object({ email: z.string().max(1_000) });

/** `until` is the value of a datetime-local field. */
export const typedAnnouncement = z.object({
  text: z.string().max(10_000),
  until: z.string().max(40),
});

/** What is in the settings depends on the purpose. An absent key is the saved one. */
export const typedProvider = z.object({
  settings: z.record(z.string().max(100), z.unknown()),
  key: z.string().max(10_000).optional(),
});

export const typedServer = z.object({
  address: z.string().max(10_000),
  key: z.string().max(10_000).optional(),
});

export const signInPolicy = z.object({ secondFactorFor: z.enum(SECOND_FACTOR_FOR) });
