import { z } from 'zod';

import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { userScope, type UserScope } from '~/lib/scope';

import { reserve, type ReserveRequest } from './reserve.server';
import { giveBack, settle } from './settle.server';

/** The beginnings of references in the ledger. */
const CALLS = ['caption:', 'dictation:'] as const;

export interface ChargedCall extends Omit<ReserveRequest, 'reference' | 'now'> {
  call: (typeof CALLS)[number];
  /** Whose use it counts as (billing/usage/uses.ts). */
  kind?: string;
}

/**
 * Pays for one call that a person waits for and that nothing stores: reserves, works, and settles what was used. A failure
 * gives everything back.
 * @throws AppError `out-of-tokens`, and what `work` throws
 */
export async function chargeCall<Result>(
  { call, kind, ...request }: ChargedCall,
  work: () => Promise<{ result: Result; tokens: number }>,
): Promise<Result> {
  const { userId } = request;
  const reference = call + newId();
  await transaction(async (tx) => {
    // After a crash, nothing else knows of the reservation.
    await enqueue(callEnd, { userId, reference }, tx, { afterSeconds: END_AFTER_SECONDS });
    await reserve(tx, { ...request, reference, now: new Date() });
  });
  let used = 0;
  try {
    const { result, tokens } = await work();
    used = tokens;
    return result;
  } finally {
    const spent = { userId, reference, tokens: used, kind };
    await transaction((tx) => settle(tx, { ...spent, now: new Date() }));
  }
}

/** Long after the provider has answered, or its time was over. */
const END_AFTER_SECONDS = 300;

interface CallReservation {
  userId: UserScope;
  reference: string;
}

/** Returns a call's reservation if the process died before it was settled. */
export const callEnd: QueuedJob<CallReservation> = {
  // Captions were the first such calls; a queue that has jobs keeps its name.
  name: 'caption-end',
  retries: 12,
  // Never another reservation, whose work may still run.
  parse: (data) =>
    z
      .object({
        userId: z.uuid().transform(userScope),
        reference: z.string().refine((text) => CALLS.some((call) => text.startsWith(call))),
      })
      .parse(data),
  async run(reservation) {
    try {
      // A settled reservation stays as it is.
      await transaction((tx) => giveBack(tx, { ...reservation, now: new Date() }));
    } catch (error) {
      // The account was deleted in the meantime, with all its reservations.
      if (!(error instanceof AppError && error.code === 'not-found')) throw error;
    }
  },
};
