import { z } from 'zod';

import { isReplicateId } from '~/gateways/replicate/index.server';
import {
  cancelTraining,
  findTraining,
  readTraining,
  removeDataset,
  type ProviderError,
} from '~/gateways/training/index.server';
import type { QueuedJob } from '~/engine/queue/index.server';
import { killPoint } from '~/lib/kill-points.server';

import { isAwaited } from '../../jobs/call-data.server';

const DATASET = 'dataset:';

/** What a call is known by before the provider has given it an id: no one else has this archive. */
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

function isRef(ref: string): boolean {
  const { training, dataset } = readRef(ref);
  return training === null ? URL.canParse(dataset) : isReplicateId(training);
}

/** The provider's id of what is known by this, if there is such a training. */
export async function trainingOf(ref: string, signal: AbortSignal): Promise<string | null> {
  const { training, dataset } = readRef(ref);
  return training ?? findTraining(dataset, signal);
}

/** Breaks a training off, if it is not over, and takes the images back. @throws ProviderError */
export async function endTraining(ref: string, signal: AbortSignal): Promise<void> {
  const id = await trainingOf(ref, signal);
  const dataset = readRef(ref).dataset ?? (id === null ? null : await datasetOf(id, signal));
  if (id !== null) await cancelTraining(id, signal);
  KILLABLE: killPoint('cancel: training broken off, archive not taken back');
  if (dataset !== null) await removeDataset(dataset, signal);
}

async function datasetOf(id: string, signal: AbortSignal): Promise<string | null> {
  try {
    return (await readTraining(id, 0, signal)).dataset;
  } catch (error) {
    if ((error as ProviderError).code === 'unknown-model') return null;
    throw error;
  }
}

const PATIENCE_MS = 60_000;

/** Breaks off at the provider what someone cancelled here, until that has worked. */
export const trainingEnd: QueuedJob<{ ref: string }> = {
  name: 'training-end',
  retries: 12,
  parse: (data) => z.object({ ref: z.string().refine(isRef) }).parse(data),
  async run({ ref }) {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const id = await trainingOf(ref, signal);
    // Its owner trains again, and that job goes on with the same training.
    if (await isAwaited(id === null ? [ref] : [ref, id])) return;
    await endTraining(ref, signal);
  },
};
