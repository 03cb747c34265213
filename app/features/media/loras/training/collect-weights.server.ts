import { join } from 'node:path';

import { LeaseLost } from '~/engine/leases/index.server';
import { hasRoom, lockStorage } from '~/engine/user-data/index.server';
import { ObjectStoreError } from '~/gateways/objects/index.server';
import {
  fetchToFile,
  ProviderError,
  removeDataset,
  type TrainingState,
} from '~/gateways/training/index.server';
import { sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { inTemporary } from '~/lib/files/temporary.server';
import { MINUTE_MS } from '~/lib/time';

import { deleteObjects, storeFiles } from '../../gallery/image-files.server';
import { findJob } from '../../jobs/job-data.server';
import { JobFailed, type JobWork } from '../../jobs/kinds.server';
import { isOver } from '../../media';
import { mediaTexts } from '../../refusals';
import { findLora, type LoraRow } from '../lora-data.server';
import { weightsKey } from '../lora-files.server';
import {
  MAX_WEIGHT_BYTES,
  NotWeights,
  type ReadWeights,
  unpackWeights,
} from '../read-weights.server';
import { setProviderTraining, setTrained } from './training-data.server';

const FETCH_MS = 30 * MINUTE_MS;

/** The job and the LoRA that it trains. */
export interface TrainingWork {
  work: JobWork;
  lora: LoraRow;
}

/** Fetches the weights of a finished training, checks them, copies them to our store, and then names them in the row. */
export async function collectWeights(
  training: TrainingWork,
  callId: string,
  state: TrainingState,
): Promise<void> {
  const { work, lora } = training;
  const { userId } = work.job;
  await inTemporary(async (directory) => {
    const { file, bytes } = await fetchWeights(training, state, directory);
    KILLABLE: killPoint('media: result here, nothing of it stored');
    if (!(await hasRoom(sql, userId, bytes))) throw new JobFailed(mediaTexts.loraNoRoom);
    const key = weightsKey(userId, lora.id);
    try {
      await storeFiles([{ key, path: file, type: 'application/octet-stream' }], work.signal);
    } catch (cause) {
      if (work.signal.aborted) throw new LeaseLost();
      if (!(cause instanceof ObjectStoreError)) throw cause;
      throw new JobFailed(mediaTexts.loraStoreAway, { cause });
    }
    try {
      await work.deliver(callId, 100, async ({ tx, sql }) => {
        await lockStorage(sql, userId);
        if (!(await hasRoom(sql, userId, bytes))) throw new JobFailed(mediaTexts.loraNoRoom);
        const trained = {
          id: lora.id,
          jobId: work.job.id,
          version: state.version ?? '',
          seconds: state.seconds,
          weightsBytes: bytes,
        };
        if (!(await setTrained(tx, userId, trained))) throw new LeaseLost();
        return [];
      });
    } catch (error) {
      if (!(error instanceof LeaseLost) || !(await isWanted(training))) await deleteObjects([key]);
      throw error;
    }
  });
  KILLABLE: killPoint('training: weights kept, archive not taken back');
  discardDataset(state.dataset);
}

async function fetchWeights(
  { work, lora }: TrainingWork,
  { version, weights }: TrainingState,
  directory: string,
): Promise<ReadWeights> {
  const archive = join(directory, 'archive');
  try {
    if (version === null || weights === null) throw new NotWeights('the training has no output');
    await fetchToFile(weights, archive, {
      mostBytes: MAX_WEIGHT_BYTES,
      mostMs: FETCH_MS,
      signal: work.signal,
    });
    KILLABLE: killPoint('training: weights fetched, not unpacked');
    return await unpackWeights(archive, directory, {
      userId: work.job.userId,
      signal: work.signal,
    });
  } catch (error) {
    throw await failureOf({ work, lora }, error);
  }
}

/** The error to throw without weights. If they are bad, they stay so, and the next training starts from scratch. */
async function failureOf({ work, lora }: TrainingWork, error: unknown): Promise<unknown> {
  if (work.signal.aborted) return new LeaseLost();
  const isGone = error instanceof ProviderError && error.code === 'output-gone';
  const isBad =
    error instanceof NotWeights ||
    (error instanceof ProviderError &&
      ['output-too-large', 'invalid-response'].includes(error.code));
  if (isGone || isBad) {
    const { message } = error as Error;
    log.warn({ reason: message, id: work.job.id }, 'the weights of a training were refused');
    await setProviderTraining(work.job.userId, lora.id, null);
    const text = isGone ? mediaTexts.weightsGone : mediaTexts.weightsBad;
    return new JobFailed(text, { cause: error });
  }
  if (!(error instanceof ProviderError)) return error;
  return new JobFailed(mediaTexts.weightsAway, { cause: error });
}

/** Whether another process works for the same weights, which it stores under the same key, or has stored them. */
async function isWanted({ work, lora }: TrainingWork): Promise<boolean> {
  const { id, userId } = work.job;
  const job = await findJob(userId, id);
  if (job !== null && !isOver(job.state)) return true;
  return (await findLora(sql, userId, lora.id))?.trainedAt != null;
}

/** Removes the images from the provider, without waiting; what can't be removed expires there by itself. */
export function discardDataset(dataset: string | null): void {
  if (dataset === null) return;
  removeDataset(dataset, AbortSignal.timeout(FETCH_MS)).catch((err: unknown) =>
    log.warn({ code: (err as ProviderError).code }, 'removing an archive failed'),
  );
}
