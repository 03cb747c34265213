import { z } from 'zod';

import { giveBack } from '~/features/billing/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';

/** Long after a model has answered or was given up. */
const PATIENCE_SECONDS = 300;

const CAPTION = 'caption:';

/** What a caption's reservation is called in the ledger. */
export function captionReference(): string {
  return CAPTION + newId();
}

interface CaptionReservation {
  userId: string;
  reference: string;
}

/** Gives back what was set aside for a caption, where the process died before it could. */
export const captionEnd: QueuedJob<CaptionReservation> = {
  name: 'caption-end',
  retries: 12,
  // Never what is set aside for anything else, which may still be going on.
  parse: (data) =>
    z.object({ userId: z.uuid(), reference: z.string().startsWith(CAPTION) }).parse(data),
  async run(reservation) {
    try {
      // What was settled stays as it is.
      await transaction((tx) => giveBack(tx, { ...reservation, now: new Date() }));
    } catch (error) {
      // The account has gone meanwhile, with all that was set aside.
      if (!(error instanceof AppError && error.code === 'not-found')) throw error;
    }
  },
};

/** To be called in the transaction that reserves: nobody else would know of it after a crash. */
export function seeToEnd(tx: Sql, reservation: CaptionReservation): Promise<void> {
  return enqueue(captionEnd, reservation, tx, { afterSeconds: PATIENCE_SECONDS });
}
