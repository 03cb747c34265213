import { z } from 'zod';

import { AppError } from '~/lib/errors';

import { profilesTexts } from '../texts';
import { MAX_SAMPLES } from './draft';

// How long the texts may be is the use case's to judge: it has the words for it.
const draftBody = z.union([
  z.object({
    about: z.string(),
    samples: z.array(z.string()).max(MAX_SAMPLES),
    clientKey: z.uuid(),
  }),
  z.object({ continues: z.uuid() }),
]);

/** A new proposal, or one to go on with. @throws AppError `invalid` */
export function parseDraftRequest(body: unknown): z.output<typeof draftBody> {
  const parsed = draftBody.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', profilesTexts.unreadable);
  return parsed.data;
}
