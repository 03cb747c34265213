import { z } from 'zod';

import { cancelPrediction, isReplicateId } from '~/gateways/replicate/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { sql, type Sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';

import { callsOf, isAwaited } from './call-data.server';
import type { JobRow } from './job-data.server';

const PATIENCE_MS = 60_000;

/** Breaks off at the provider what somebody cancelled here, until that has worked. */
export const predictionEnd: QueuedJob<{ ref: string }> = {
  name: 'prediction-end',
  retries: 12,
  parse: (data) => z.object({ ref: z.string().refine(isReplicateId) }).parse(data),
  async run({ ref }) {
    // A job's own calls are lost in the transaction that queues this; what stands as asked is somebody's who waits.
    if (await isAwaited(sql, [ref])) return;
    await cancelPrediction(ref, AbortSignal.timeout(PATIENCE_MS));
    killPoint('cancel: prediction broken off, not noted');
  },
};

/**
 * In the transaction in which a job is cancelled: what runs on would be billed on. Whoever waits for it breaks it off
 * at once; this is for what nobody waits for, its process having died or put it back into the queue.
 */
export async function endPredictions(tx: Sql, { userId, id }: JobRow): Promise<void> {
  for (const { state, providerRef } of await callsOf(tx, userId, id)) {
    if (state === 'asked' && providerRef !== null) {
      await enqueue(predictionEnd, { ref: providerRef }, tx);
    }
  }
}
