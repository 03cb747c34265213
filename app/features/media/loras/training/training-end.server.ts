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
import { MINUTE_MS } from '~/lib/time';

import { isAwaited } from '../../jobs/call-data.server';

const DATASET = 'dataset:';

/** The reference of a call before the provider has given it an id: its archive, which no other call has. */
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

/** The provider's id of the training with this reference; null if there is none. */
export async function trainingOf(ref: string, signal: AbortSignal): Promise<string | null> {
  const { training, dataset } = readRef(ref);
  return training ?? findTraining(dataset, signal);
}

/** Cancels a training if it still runs, and removes its images from the provider. @throws ProviderError */
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

const TIMEOUT_MS = MINUTE_MS;

/** Cancels at the provider what was canceled here; repeated until that has worked. */
export const trainingEnd: QueuedJob<{ ref: string }> = {
  name: 'training-end',
  retries: 12,
  parse: (data) => z.object({ ref: z.string().refine(isRef) }).parse(data),
  async run({ ref }) {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const id = await trainingOf(ref, signal);
    // The owner has started the training again, and the new job continues with the same one.
    if (await isAwaited(id === null ? [ref] : [ref, id])) return;
    await endTraining(ref, signal);
  },
};
