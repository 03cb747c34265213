import { join } from 'node:path';

import { LeaseLost } from '~/engine/leases/index.server';
import { ObjectStoreError } from '~/gateways/objects/index.server';
import {
  ensureModel,
  findTraining,
  followTraining,
  modelFor,
  ProviderError,
  readTraining,
  startTraining,
  trainingModel,
  trainingReason,
  uploadDataset,
  type TrainingModel,
  type TrainingState,
} from '~/gateways/training/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { inTemporary } from '~/lib/files/temporary.server';
import { MINUTE_MS } from '~/lib/time';

import { type CallRow, listCalls } from '../jobs/call-data.server';
import type { JobRow } from '../jobs/job-data.server';
import { jobBase } from '../jobs/job-view.server';
import { JobFailed, type MediaKind } from '../jobs/kinds.server';
import type { LoraRequest } from '../media';
import { mediaTexts } from '../refusals';
import {
  collectWeights,
  discardDataset,
  type TrainingWork,
} from './training/collect-weights.server';
import { datasetRef, readRef, trainingEnd, trainingOf } from './training/training-end.server';
import { writeDataset } from './training/dataset.server';
import { loraEvents } from './lora-actions.server';
import { listLoraImages } from './images/lora-image-data.server';
import { findLora } from './lora-data.server';
import { tokensForPart, tokensForTime } from './training/training';
import {
  setProviderModel,
  setProviderTraining,
  setTrainingLog,
} from './training/training-data.server';

/** The provider forgets after an hour what a training was started with. */
const FINDABLE_MS = 45 * MINUTE_MS;
/** The rest is for fetching and storing the weights, after the last step. */
const SHARE_OF_STEPS = 0.95;

/** The training of a LoRA: one call, which the provider knows by its archive before it is sent. */
export const loraKind: MediaKind = {
  async run(work) {
    const request = requestOf(work.job);
    const model = trainingModel();
    if (!model) throw new JobFailed(mediaTexts.noTraining);
    const lora = await findLora(sql, work.job.userId, request.loraId);
    if (!lora) throw new JobFailed(mediaTexts.loraGone);
    const run: Run = { work, request, model, lora };
    const calls = await work.calls();
    // The weights are here, and only the job's end was not stored.
    if (calls.some(({ state }) => state === 'done')) return;
    const { callId, training } = await withReasons(() => startOrContinue(run));
    try {
      const state = await follow(run, training);
      await collectWeights(run, callId, state);
    } catch (error) {
      if (error instanceof JobFailed) await work.failed(callId);
      throw error;
    }
  },

  async made({ sql }, job) {
    const lora = await findLora(sql, job.userId, requestOf(job).loraId);
    const isTrained = lora?.jobId === job.id && lora.trainedAt !== null;
    const model = trainingModel();
    if (isTrained) {
      const tokens = model ? tokensForTime(model, job.tokens, lora.trainingSeconds) : job.tokens;
      return { made: 1, wanted: 1, tokens };
    }
    // A canceled training is billed for the part that was done; a failed one costs only the operator.
    const isCanceled = job.cancelRequestedAt !== null || job.state === 'queued';
    return { made: 0, wanted: 1, tokens: isCanceled ? tokensForPart(job.tokens, job.progress) : 0 };
  },

  view: (_sql, jobs) =>
    Promise.resolve(
      jobs.map((job) => ({ ...jobBase(job), kind: 'lora', request: requestOf(job) })),
    ),

  along: (sql, job) => loraEvents(sql, job.userId, requestOf(job).loraId),

  async cancelled({ tx, sql }, job) {
    const calls = await listCalls(job.userId, job.id, tx);
    const open = calls.find(({ state }) => state === 'asked');
    // A training that continues at the provider would be billed on.
    if (open?.providerRef) await enqueue(trainingEnd, { ref: open.providerRef }, sql);
  },
};

interface Run extends TrainingWork {
  request: LoraRequest;
  model: TrainingModel;
}

interface Started {
  callId: string;
  training: string;
}

function requestOf(job: JobRow): LoraRequest {
  return job.request as LoraRequest;
}

/** Turns the provider's failures into reasons that a person can read. */
async function withReasons<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.code === 'aborted') throw new LeaseLost();
    const { code, status, requestId, detail } = error;
    log.warn({ code, status, requestId, detail }, 'a training failed');
    throw new JobFailed(trainingReason(error), { cause: error });
  }
}

/** This job's training: the one that runs, else an earlier one that succeeded, else a new one. */
async function startOrContinue(run: Run): Promise<Started> {
  const { work, lora } = run;
  const calls = await work.calls();
  const open = calls.find(({ state }) => state === 'asked');
  if (open?.providerRef) return continueTraining(run, open, open.providerRef);
  const earlier =
    lora.providerTraining === null ? null : await findUsable(run, lora.providerTraining);
  if (earlier !== null) {
    const callId = await intend(run, earlier);
    return { callId, training: earlier };
  }
  const dataset = await handOver(run);
  KILLABLE: killPoint('training: archive handed over, not noted');
  const callId = await intend(run, datasetRef(dataset));
  return start(run, callId, dataset);
}

function intend({ work, model }: Run, providerRef: string): Promise<string> {
  return work.intend({ position: 0, provider: 'replicate', model: model.id, providerRef });
}

/** Continues with the call of an earlier attempt. */
async function continueTraining(run: Run, call: CallRow, ref: string): Promise<Started> {
  const { training, dataset } = readRef(ref);
  // The LoRA may not have it yet.
  if (training !== null) return known(run, call.id, training);
  const found = await findTraining(dataset, run.work.signal);
  if (found !== null) return known(run, call.id, found);
  // Too long ago to be certain that it never arrived: it must not be paid for twice.
  if (Date.now() - call.askedAt.getTime() > FINDABLE_MS) {
    await run.work.failed(call.id);
    throw new JobFailed(mediaTexts.restarted);
  }
  return start(run, call.id, dataset);
}

/** An earlier training whose weights were never fetched; null when it failed, or is gone. */
async function findUsable({ work, request }: Run, ref: string): Promise<string | null> {
  const id = await trainingOf(ref, work.signal);
  if (id === null) return null;
  try {
    const { status } = await readTraining(id, request.steps, work.signal);
    return status === 'running' || status === 'succeeded' ? id : null;
  } catch (error) {
    if ((error as ProviderError).code === 'unknown-model') return null;
    throw error;
  }
}

/** Creates the private model, and uploads the images to the provider; returns the archive's address. */
async function handOver({ work, lora }: Run): Promise<string> {
  const { userId } = work.job;
  const images = await listLoraImages(userId, lora.id);
  return inTemporary(async (directory) => {
    const archive = join(directory, 'dataset.zip');
    try {
      await writeDataset(userId, images, archive, work.signal);
    } catch (cause) {
      if (work.signal.aborted) throw new LeaseLost();
      if (!(cause instanceof ObjectStoreError)) throw cause;
      throw new JobFailed(mediaTexts.fileAway, { cause });
    }
    const model = lora.providerModel ?? (await modelFor(`brandwright-${lora.id}`, work.signal));
    // Recorded before it is created, so that it is always found and deleted with the LoRA.
    if (!(await setProviderModel(userId, lora.id, model))) throw new LeaseLost();
    KILLABLE: killPoint('training: model named, not made');
    await ensureModel(model, work.signal);
    KILLABLE: killPoint('training: model made, no archive');
    return uploadDataset(archive, work.signal);
  });
}

async function start(run: Run, callId: string, dataset: string): Promise<Started> {
  const { work, request, model, lora } = run;
  const { userId } = work.job;
  const row = await findLora(sql, userId, lora.id);
  if (!row?.providerModel) throw new LeaseLost();
  const images = await listLoraImages(userId, lora.id);
  // Recorded before the call is sent, so that deleting the LoRA in the meantime cancels the training.
  await setProviderTraining(userId, lora.id, datasetRef(dataset));
  KILLABLE: killPoint('training: archive noted, not asked');
  let training: string;
  try {
    training = await startTraining(
      model.id,
      {
        destination: row.providerModel,
        dataset,
        triggerWord: request.triggerWord,
        steps: request.steps,
        rank: request.rank,
        describes: images.some(({ caption }) => caption === ''),
      },
      work.signal,
    );
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code === 'aborted') throw error;
    const isUnsure = ['broken-off', 'invalid-response', 'timed-out'].includes(error.code);
    const found = isUnsure ? await findTraining(dataset, work.signal) : null;
    if (found === null) {
      await work.failed(callId);
      await setProviderTraining(userId, lora.id, null);
      discardDataset(dataset);
      throw error;
    }
    training = found;
  }
  return known(run, callId, training);
}

async function known({ work, lora }: Run, callId: string, training: string): Promise<Started> {
  await work.known(callId, training);
  KILLABLE: killPoint('training: known to its call, not to its LoRA');
  await setProviderTraining(work.job.userId, lora.id, training);
  return { callId, training };
}

/** Waits for the training, publishing its progress and its log on the way. */
async function follow(run: Run, training: string): Promise<TrainingState> {
  const { work, request, lora } = run;
  const { userId } = work.job;
  const state = await withReasons(() =>
    followTraining(training, request.steps, {
      signal: work.signal,
      async onState({ progress, logTail }) {
        const shown = progress === null ? null : Math.floor(progress * SHARE_OF_STEPS);
        await work.progress(shown, (tx) => setTrainingLog(tx, userId, lora.id, logTail));
        KILLABLE: killPoint('training: how it stands is stored');
      },
    }),
  );
  if (state.status === 'succeeded') return state;
  discardDataset(state.dataset);
  await setProviderTraining(userId, lora.id, null);
  throw new JobFailed(
    state.status === 'cancelled' ? mediaTexts.trainingStopped : mediaTexts.trainingFailed,
  );
}
