import { z } from 'zod';

import { cancelTraining, findTraining } from '~/gateways/training/index.server';
import type { QueuedJob } from '~/jobs/index.server';

const DATASET = 'dataset:';

/** What a call is known by before the provider has given it an id: nobody else has this archive. */
export function datasetRef(dataset: string): string {
  return DATASET + dataset;
}

export function readRef(
  ref: string,
): { training: string; dataset: null } | { training: null; dataset: string } {
  return ref.startsWith(DATASET)
    ? { training: null, dataset: ref.slice(DATASET.length) }
    : { training: ref, dataset: null };
}

const PATIENCE_MS = 60_000;

/** Breaks off at the provider what somebody cancelled here, until that has worked. */
export const trainingEnd: QueuedJob<{ ref: string }> = {
  name: 'training-end',
  retries: 12,
  parse: (data) => z.object({ ref: z.string() }).parse(data),
  async run({ ref }) {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { training, dataset } = readRef(ref);
    const id = training ?? (await findTraining(dataset, signal));
    if (id !== null) await cancelTraining(id, signal);
  },
};
