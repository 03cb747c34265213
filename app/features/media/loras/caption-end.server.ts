import { z } from 'zod';

import { settle } from '~/features/billing/index.server';
import { enqueue, type QueuedJob } from '~/jobs/index.server';
import { transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

/** Long after a model has answered or was given up. */
const PATIENCE_SECONDS = 300;

interface CaptionReservation {
  userId: string;
  reference: string;
}

/** Gives back what was set aside for a caption, where the process died before it could. */
export const captionEnd: QueuedJob<CaptionReservation> = {
  name: 'caption-end',
  retries: 12,
  parse: (data) => z.object({ userId: z.uuid(), reference: z.string() }).parse(data),
  async run(reservation) {
    try {
      // What was settled stays as it is.
      await transaction((tx) => settle(tx, { ...reservation, tokens: 0, now: new Date() }));
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
